import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../api/system/root.ts'

/** The packages that are compiled for a machine. */
export const native = ['better-sqlite3', '@node-rs/argon2', 'sharp']

/**
 * Packs the server and the packages that it uses into `folder`/main.js, which server.js begins, so that a start reads few files
 * instead of looking for some five hundred and removing the types from a hundred. What is `native` stays in its package.
 */
export async function buildApi(folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      target: 'node24',
      rolldownOptions: {
        // Each found by its name: what a program or thread begins with, and what `npm run export` draws with.
        input: {
          main: 'api/server.ts',
          'draw-on-demand': 'api/drawing/draw-on-demand.ts',
          'draw-thread': 'api/drawing/draw-thread.ts',
          'plan-file': 'api/import/plan-file.ts',
          'make-image': 'api/uploads/make-image.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
    ssr: { noExternal: true, external: native },
  })
  copyFileSync(join(root, 'scripts/needs-node.js'), join(folder, 'needs-node.js'))
  // What is imported is read before anything runs: the rest only once Node is known to be new enough.
  writeFileSync(join(folder, 'server.js'), "import './needs-node.js'\nawait import('./main.js')\n")
}
