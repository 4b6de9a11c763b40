import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../api/system/root.ts'
import { bundledFile } from './licenses.ts'

export const native = ['better-sqlite3', '@node-rs/argon2', 'sharp']

/** Bundles the server, so that a start reads one file and not 500. The bundle does not include the packages in `native`. */
export async function buildApi(folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      target: 'node24',
      license: { fileName: bundledFile },
      rolldownOptions: {
        // Entry points of processes, and the drawing module of `npm run export`.
        input: {
          main: 'api/server.ts',
          'draw-on-demand': 'api/drawing/draw-on-demand.ts',
          'draw-program': 'api/drawing/draw-program.ts',
          'plan-file': 'api/import/plan-file.ts',
          'make-image': 'api/uploads/make-image.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
    ssr: { noExternal: true, external: native },
  })
  copyFileSync(join(root, 'scripts/needs-node.js'), join(folder, 'needs-node.js'))
  // Imports run first, so the version check runs before the bundle.
  writeFileSync(join(folder, 'server.js'), "import './needs-node.js'\nawait import('./main.js')\n")
}
