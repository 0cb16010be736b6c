# Any glibc base with Node 24 and npm builds it. What runs is its Node on a bare system of the same kind, as a user of its
# own on a root that may be read-only.
ARG BASE=node:24.21.0-bookworm-slim
ARG RUNTIME=debian:bookworm-slim

FROM ${BASE} AS build
WORKDIR /build
COPY . .
# The tools build the web app and the guide, and stay behind.
RUN npm ci --include=dev --no-audit --no-fund \
  && npm run guide \
  && node --input-type=module -e "await import('./scripts/build-web.mjs').then((web) => web.ensureWebBuilt())"

FROM ${BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY domain/package.json domain/
COPY contract/package.json contract/
COPY engine/package.json engine/
COPY server/package.json server/
COPY testing/package.json testing/
# What the server runs with, for this platform alone, without what only editors and debuggers read.
RUN npm ci --omit=dev --workspace=server --include-workspace-root=false --no-audit --no-fund \
  && find node_modules/onnxruntime-node/bin -mindepth 3 -maxdepth 3 -type d \
    ! -path "*/linux/$(node -p process.arch)" -exec rm -r {} + \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM ${RUNTIME}
WORKDIR /app
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2
COPY --from=packages /app /app
COPY --from=build /build/domain/src domain/src
COPY --from=build /build/contract/src contract/src
COPY --from=build /build/engine engine
COPY --from=build /build/server server
COPY --from=build /build/testing/src testing/src
COPY --from=build /build/web/dist web/dist
COPY --from=build /build/guide/dist guide/dist
RUN mkdir -m 700 /data && chown 10001:10001 /data
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The flags are explained in scripts/install.mjs.
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--no-sparkplug", "--wasm-wrapper-tiering-budget=2147483647", "--max-semi-space-size=16", "server/src/main.ts"]
