import { RootPage } from '@payloadcms/next/views'
import config from '../../../../payload.config.js'
import { importMap } from '../../import-map.js'

export default function Page({ params, searchParams }) {
  return RootPage({ config, importMap, params, searchParams })
}
