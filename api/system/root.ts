import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

const manifest = findPackageJSON(import.meta.url)
if (!manifest) throw new Error(`There is no package.json above ${import.meta.url}`)

/** The project's folder. Looked for upwards, because the built server is deeper in it than its source. */
export const root = dirname(manifest)

/** Where the build puts the site, and the server with it. */
export const distDir = join(root, 'dist')
export const builtServer = join(distDir, 'api/server.js')
