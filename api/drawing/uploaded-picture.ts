import type { Bytes } from '../serving/site.ts'
import { isUploadName } from '../uploads/names.ts'
import type { Storage } from '../uploads/storage.ts'

export async function uploadedPicture(storage: Pick<Storage, 'find'>, address: string): Promise<Bytes | null> {
  const name = address.replace(/^\/public-objects\//, '')
  const upload = isUploadName(name) ? await storage.find(name) : null
  return upload && Buffer.from(await new Response(await upload.read()).arrayBuffer())
}
