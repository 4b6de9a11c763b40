import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

const manifest = findPackageJSON(import.meta.url)
if (!manifest) throw new Error(`There is no package.json above ${import.meta.url}`)

/** Found by its package.json, because the folders of sources and bundle have different depths. */
export const root = dirname(manifest)

export const distDir = join(root, 'dist')
export const builtServer = join(distDir, 'api/server.js')
