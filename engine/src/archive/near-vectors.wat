;; Vectors are 384 signed bytes each, one after another. The voice they are compared with is 384 numbers of two bytes.
(module
  (memory (export "memory") 1 65536)

  ;; Writes the dot products of $rows vectors from $vector on with $voice to $out, an i32 each.
  (func (export "scan") (param $voice i32) (param $vector i32) (param $rows i32) (param $out i32)
    (local $end i32) (local $stop i32) (local $at i32) (local $a v128) (local $b v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $rows) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $voice))
        (local.set $stop (i32.add (local.get $voice) (i32.const 768)))
        ;; 64 numbers a turn, in two sums of four.
        (loop $part
          (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (v128.load8x8_s offset=0 (local.get $vector)) (v128.load offset=0 (local.get $at)))))
          (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $vector)) (v128.load offset=16 (local.get $at)))))
          (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $vector)) (v128.load offset=32 (local.get $at)))))
          (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $vector)) (v128.load offset=48 (local.get $at)))))
          (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (v128.load8x8_s offset=32 (local.get $vector)) (v128.load offset=64 (local.get $at)))))
          (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (v128.load8x8_s offset=40 (local.get $vector)) (v128.load offset=80 (local.get $at)))))
          (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (v128.load8x8_s offset=48 (local.get $vector)) (v128.load offset=96 (local.get $at)))))
          (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (v128.load8x8_s offset=56 (local.get $vector)) (v128.load offset=112 (local.get $at)))))
          (local.set $vector (i32.add (local.get $vector) (i32.const 64)))
          (local.set $at (i32.add (local.get $at) (i32.const 128)))
          (br_if $part (i32.lt_u (local.get $at) (local.get $stop))))
        (local.set $a (i32x4.add (local.get $a) (local.get $b)))
        (i32.store (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
            (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $next)))))
