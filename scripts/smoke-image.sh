#!/bin/sh
# Builds the image without a daemon or a registry, on a base that debootstrap makes, and starts its own entry point as its
# own user on a read-only root: the demo has to become ready, and SIGTERM to end it. Needs root on Debian with buildah and
# debootstrap, and `npm ci` run here, whose Node goes into the base.
#   scripts/smoke-image.sh [FOLDER]    FOLDER keeps the base and the image's storage between runs
set -eu
cd "$(dirname "$0")/.."
work=${1:-$(mktemp -d)}
mkdir -p "$work"
certificates=/etc/ssl/certs/ca-certificates.crt
build() { buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }

if [ ! -d "$work/base" ]; then
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/base.new"
  chroot "$work/base.new" apt-get clean
  rm -rf "$work"/base.new/usr/share/doc "$work"/base.new/usr/share/locale "$work"/base.new/usr/share/man \
    "$work"/base.new/var/lib/apt/lists
  mv "$work/base.new" "$work/base"
fi
runtime=$(build from scratch)
build copy -q "$runtime" "$work/base" /
build config --env PATH=/usr/local/bin:/usr/bin:/bin "$runtime"
build commit -q "$runtime" leadlight-runtime
build copy -q "$runtime" node_modules/node-linux-*/bin/node /usr/local/bin/node
build copy -q "$runtime" "$(npm root -g)/npm" /usr/local/lib/npm
build copy -q "$runtime" "$certificates" "$certificates"
build run --isolation chroot "$runtime" -- ln -s ../lib/npm/bin/npm-cli.js /usr/local/bin/npm
build config --env NODE_EXTRA_CA_CERTS="$certificates" "$runtime"
build commit -q --rm "$runtime" leadlight-base
build bud -q --format docker --isolation chroot --build-arg BASE=localhost/leadlight-base \
  --build-arg RUNTIME=localhost/leadlight-runtime --tag leadlight .

container=$(build from --pull-never leadlight)
image=$(build mount "$container")
size=$(du -s --bytes "$image" | cut -f 1)
echo "The image takes $((size / 1000000)) MB."
[ "$size" -le 400000000 ] || { echo 'That is more than 400 MB.' >&2; exit 1; }

build inspect "$container" >"$work/inspected.json"
node_modules/node-linux-*/bin/node scripts/smoke-image.mjs "$image" "$work/inspected.json"
build rm "$container" >/dev/null
