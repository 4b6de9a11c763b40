import node from '@astrojs/node'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'

const isDev = process.argv.includes('dev')

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  // Every page is rendered by the publisher, which hands over the content; nothing is rendered while building.
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [react()],
  // In development the API runs inside Astro's server: one port, one command, hot reload of both.
  fetchFile: isDev ? '../api/dev' : null,
  server: { port: Number(process.env.PORT ?? 3000), host: process.env.HOST ?? '127.0.0.1' },
  // The adapter would keep sessions in files; the API has its own.
  session: false,
  build: { inlineStylesheets: 'always', assets: '_assets' },
  devToolbar: { enabled: false },
  security: {
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'none'",
        "connect-src 'self'",
        "font-src 'self'",
        "img-src 'self' https: data:",
        "manifest-src 'self'",
        "media-src 'self' https:",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ],
    },
  },
  vite: { plugins: [tailwindcss()] },
})
