import type { SiteFile } from '../serving/site.ts'
import { type Bucket, tagOf } from './bucket.ts'

const tags = new WeakMap<Uint8Array, string>()

/** The tag that a file has in a bucket. */
export function tag({ body }: SiteFile): string {
  const known = tags.get(body) ?? tagOf(body)
  tags.set(body, known)
  return known
}

/** The tags of what is in the bucket, in the folders in which the site has files. */
export async function look(bucket: Bucket, files: ReadonlyMap<string, SiteFile>): Promise<Map<string, string>> {
  const folders = new Set([...files.keys()].map((name) => name.slice(0, name.lastIndexOf('/') + 1)))
  const found = await Promise.all([...folders].map((folder) => bucket.list(folder, true)))
  return new Map(found.flat().map(({ key, tag }) => [key, tag]))
}
