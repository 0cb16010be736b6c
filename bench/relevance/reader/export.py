"""Writes a trained layer as a model of its own: python3 export.py MODEL.onnx TRAINED.pt OUT.onnx [THIRD]

Without a trained file, `-`, it is the model's own last layer.

It is the language model's sixth layer with other weights: what the fifth gave goes in as `hidden`, token vectors come
out as `near`. With a number, the layer that had not seen that third of the signals. Weights have eight bits, a scale for each column, like the language model's own.
"""
import sys
import numpy as np, torch
from layers import LAYERS, Layer, Model, fields, read_tensor

OWN = '/encoder/layer.5/'
BELOW = '/encoder/layer.4/output/LayerNorm/Add_1_output_0'
MASK = '/Mul_output_0'
PARTS = Layer.PARTS
NORMS = {'norm1': 'attention.output.LayerNorm', 'norm2': 'output.LayerNorm'}
KINDS = {np.dtype(np.float32): 1, np.dtype(np.int8): 3}


def number(value):
    written = bytearray()
    while value > 127:
        written.append(value & 127 | 128)
        value >>= 7
    return bytes(written) + bytes([value])


def field(at, value):
    if isinstance(value, int):
        return number(at << 3) + number(value)
    value = value.encode() if isinstance(value, str) else value
    return number(at << 3 | 2) + number(len(value)) + value


def tensor(name, values):
    dims = b''.join(field(1, size) for size in values.shape)
    return field(5, dims + field(2, KINDS[values.dtype]) + field(8, name) + field(9, values.tobytes()))


def main():
    model_file, trained_file, out, *third = sys.argv[1:]
    trained = {'layers': [Layer(Model(model_file), LAYERS - 1).state_dict()]} if trained_file == '-' else torch.load(trained_file)
    state = trained['thirds'][int(third[0])] if third else trained['layers'][0]
    model = list(fields(open(model_file, 'rb').read()))
    graph = next(value for at, value in model if at == 7)
    nodes = [list(fields(value)) for at, value in fields(graph) if at == 1]
    made = lambda node: {value.decode() for at, value in node if at == 2}
    nodes = [node for node in nodes
             if any(name.startswith(OWN) or name in ('last_hidden_state', f'{BELOW}_quantized') for name in made(node))]
    initial = {read_tensor(value)[0] for at, value in fields(graph) if at == 5}

    quantized = {part: next(v.decode() for node in nodes if any(at == 2 and f'{OWN}{path}/MatMul_output_0_output_quantized' == v.decode() for at, v in node)
                            for at, v in node if at == 1 and v.decode() in initial and v.decode().endswith('_quantized')) for part, path in PARTS.items()}
    tensors = []
    for part, path in PARTS.items():
        weight = state[f'{part}.weight'].numpy().T
        scale = (np.abs(weight).max(0) / 127).astype(np.float32)
        stem = quantized[part][:-len('_quantized')]
        tensors.append(tensor(f'{stem}_quantized', np.round(weight / scale).astype(np.int8)))
        tensors.append(tensor(f'{stem}_scale', scale))
        tensors.append(tensor(f'{stem}_zero_point', np.zeros(len(scale), np.int8)))
        tensors.append(tensor('encoder.layer.5.' + path.replace('/', '.') + '.bias', state[f'{part}.bias'].numpy()))
    for norm, path in NORMS.items():
        for kind in ('weight', 'bias'):
            tensors.append(tensor(f'encoder.layer.5.{path}.{kind}', state[f'{norm}.{kind}'].numpy()))

    tensors.append(tensor(MASK, np.zeros((1, 1, 1, 1), np.float32)))

    names = {BELOW: 'hidden', 'last_hidden_state': 'near'}
    rename = lambda at, value: names.get(value.decode(), value) if at in (1, 2) else value
    written = b''.join(field(1, b''.join(field(at, rename(at, value)) for at, value in node)) for node in nodes)
    shape = b''.join(field(1, size) for size in (field(1, 1), field(2, 'tokens'), field(1, 384)))
    taken = field(11, field(1, 'hidden') + field(2, field(1, field(1, 1) + field(2, shape))))
    written += field(2, 'late interaction') + b''.join(tensors) + taken + field(12, field(1, 'near'))
    version = b''.join(field(at, value) for at, value in model if at in (1, 8))
    open(out, 'wb').write(version + field(7, written))
    print(len(nodes), 'nodes,', len(tensors), 'tensors,', len(written), 'bytes')


if __name__ == '__main__': main()
