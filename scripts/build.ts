/** Replaces `dist/` only with a complete build, so a failed build keeps the last one. --if-needed builds only if sources changed. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { distDir, root } from '../api/system/root.ts'
import { buildFile, runningBuild, sourceVersion, versionFile } from '../api/system/version.ts'

const next = join(root, `dist.next.${process.pid}`)
const previous = join(root, `dist.old.${process.pid}`)

/** Files and folders on which the build and its size limits depend. */
const inputs = ['site', 'api', 'data', 'demo', 'scripts', 'astro.config.mjs', 'package-lock.json']

function hashOfInputs(): string {
  const hash = createHash('sha256')
  for (const input of inputs) {
    const files = extname(input)
      ? [input]
      : readdirSync(join(root, input), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(input, entry.parentPath.slice(join(root, input).length), entry.name))
    for (const file of files.toSorted())
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

/** Compresses at the highest level, because a build does it only once. */
function compressAssets(clientDir: string): void {
  for (const entry of readdirSync(clientDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !/\.(css|html|js|json|svg|txt|webmanifest|xml)$/.test(entry.name)) continue
    const body = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }))
  }
}

async function drawIcons(clientDir: string): Promise<void> {
  const { default: sharp } = await import('sharp')
  const mark = readFileSync(join(clientDir, 'favicon.svg'))
  const sizes = { 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 }
  for (const [name, size] of Object.entries(sizes)) {
    await sharp(mark, { density: (72 * size) / 32 })
      .resize(size, size)
      .png({ palette: true })
      .toFile(join(clientDir, name))
  }
}

/** Removes folders that interrupted builds left. */
function removeLeftovers(): void {
  for (const name of readdirSync(root)) {
    const pid = Number(/^dist\.(?:next|old)\.(\d+)$/.exec(name)?.[1])
    if (pid === process.pid || (pid && !isRunning(pid))) rmSync(join(root, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** If two builds run at once, the build that ends last stays. */
function swapIn(): void {
  do {
    rmSync(previous, { recursive: true, force: true })
    isMoved(distDir, previous)
  } while (!isMoved(next, distDir))
  rmSync(previous, { recursive: true, force: true })
}

/** Returns false if the source is missing or the target exists. */
function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

const hash = hashOfInputs()
const isCurrent = () => runningBuild() === hash

if (!process.argv.includes('--if-needed') || !isCurrent()) {
  removeLeftovers()
  const astro = join(root, 'node_modules/astro/bin/astro.mjs')
  if (!existsSync(astro)) {
    console.error('\n  Falta construir el sitio, y aquí no están las herramientas para eso: npm ci las trae.\n')
    process.exit(1)
  }
  // Imported here, because a start that needs no build does not need these modules.
  const { brokenBudgets, doorAssets, pageAssets, weigh } = await import('./budget.ts')
  const { buildApi } = await import('./build-api.ts')
  const { buildServiceWorker } = await import('./build-service-worker.ts')
  const { writeLicenses } = await import('./licenses.ts')
  const { status } = spawnSync(process.execPath, [astro, 'build', '--outDir', next], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  })
  if (status !== 0) process.exit(status ?? 1)
  await buildApi(join(next, 'api'))
  const clientDir = join(next, 'client')
  await buildServiceWorker(clientDir, { input: 'site/page/service-worker.ts', output: 'sw.js', assets: await pageAssets(next) })
  await buildServiceWorker(clientDir, {
    input: 'site/door/service-worker.ts',
    output: 'puerta-sw.js',
    ...(await doorAssets(next)),
  })
  await drawIcons(clientDir)
  writeLicenses(next)
  compressAssets(clientDir)
  const weights = await weigh(next)
  console.log('Weights in bytes:', weights)
  const tooHeavy = brokenBudgets(weights)
  if (tooHeavy.length > 0) {
    console.error(`The page is too heavy:\n  ${tooHeavy.join('\n  ')}`)
    process.exit(1)
  }
  writeFileSync(join(next, versionFile), `${sourceVersion()}\n`)
  writeFileSync(join(next, buildFile), hash)
  swapIn()
}
