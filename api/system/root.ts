import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

const manifest = findPackageJSON(import.meta.url)
if (!manifest) throw new Error(`There is no package.json above ${import.meta.url}`)

/** The project's folder: the nearest one upwards with a package.json, because source and built server lie at different depths. */
export const root = dirname(manifest)

/** Where the build puts the site, and the server with it. */
export const distDir = join(root, 'dist')
export const builtServer = join(distDir, 'api/server.js')
