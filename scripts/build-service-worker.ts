import { createHash } from 'node:crypto'
import { build } from 'vite'
import { root } from '../api/system/root.ts'
import { bundledFile } from './licenses.ts'

/** The name of the worker's cache depends on `assets` and `page`, so that new files replace it. */
export async function buildServiceWorker(
  clientDir: string,
  { input, output, assets, page = '' }: { input: string; output: string; assets: string[]; page?: string },
): Promise<void> {
  const name = createHash('sha256').update(assets.join()).update(page).digest('base64url').slice(0, 8)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { pageBuild: JSON.stringify({ name, assets }) },
    build: {
      outDir: clientDir,
      emptyOutDir: false,
      license: { fileName: `${output}.${bundledFile}` },
      rolldownOptions: { input, output: { format: 'iife', entryFileNames: output } },
    },
  })
}
