import type { Bytes } from '../serving/site.ts'
import { isUploadName } from '../uploads/names.ts'
import type { Storage } from '../uploads/storage.ts'

/** Returns null if `address` is not that of a stored upload. */
export async function uploadedPicture(storage: Pick<Storage, 'find'>, address: string): Promise<Bytes | null> {
  const name = address.replace(/^\/public-objects\//, '')
  const upload = isUploadName(name) ? await storage.find(name) : null
  return upload && Buffer.from(await new Response(await upload.read()).arrayBuffer())
}
