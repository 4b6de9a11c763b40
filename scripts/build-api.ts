import { build } from 'vite'
import { root } from '../api/system/root.ts'

/**
 * Packs the server and the packages that it uses into `folder`/server.js, so that a start reads one file instead of looking
 * for some five hundred and removing the types from a hundred. Native modules stay in their packages.
 */
export async function buildApi(folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: 'api/server.ts',
      outDir: folder,
      target: 'node24',
      rolldownOptions: { output: { chunkFileNames: '[name].js' } },
    },
    ssr: { noExternal: true, external: ['better-sqlite3', '@node-rs/argon2', 'sharp'] },
  })
}
