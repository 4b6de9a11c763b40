import '@payloadcms/next/css'
import { handleServerFunctions, RootLayout } from '@payloadcms/next/layouts'
import config from '../../payload.config.js'
import { importMap } from './import-map.js'

async function serverFunction(args) {
  'use server'
  return handleServerFunctions({ ...args, config, importMap })
}

export default function Layout({ children }) {
  return RootLayout({ config, importMap, serverFunction, children })
}
