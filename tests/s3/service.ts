import { S3mini } from 's3mini'
import type { StoreConfig } from '../../api/store/config.ts'

/** Opens the store itself. A bucket in it is addressed like an object. */
export const service = ({ endpoint, region, accessKeyId, secretAccessKey }: StoreConfig) =>
  new S3mini({ endpoint, region, accessKeyId, secretAccessKey })

export async function makeBucket(config: StoreConfig): Promise<void> {
  await service(config).putObject(config.bucket, '')
}

/** Returns the environment variables for a product with this store. */
export function storeEnv(config: StoreConfig): Record<string, string> {
  return {
    S3_ENDPOINT: config.endpoint,
    S3_REGION: config.region,
    S3_BUCKET: config.bucket,
    S3_ACCESS_KEY_ID: config.accessKeyId,
    S3_SECRET_ACCESS_KEY: config.secretAccessKey,
    S3_PREFIX: config.prefix,
  }
}
