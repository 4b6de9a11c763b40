import { createHash } from 'node:crypto'
import { build } from 'vite'
import { root } from '../api/system/root.ts'

/** Packs the page's service worker into `clientDir`/sw.js. `assets` are the paths of what the page loads. */
export async function buildServiceWorker(clientDir: string, assets: string[]): Promise<void> {
  const name = createHash('sha256').update(assets.join()).digest('base64url').slice(0, 8)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { pageBuild: JSON.stringify({ name, assets }) },
    build: {
      outDir: clientDir,
      emptyOutDir: false,
      rolldownOptions: { input: 'site/service-worker.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
}
