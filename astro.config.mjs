import { getAdapter } from '@astrojs/node'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, fontProviders } from 'astro/config'

const isDev = process.argv.includes('dev')

/** Adds `client:painted`, see there. */
const paintedDirective = {
  name: 'painted',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'painted', entrypoint: './site/layouts/painted.ts' }),
  },
}

/** Astro's adapter for Node, with an entry of our own: the publisher calls a function, without a request or a socket. */
const nodeAdapter = {
  name: '@astrojs/node',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        ...getAdapter({ staticHeaders: false }),
        serverEntrypoint: new URL('./site/renderer.ts', import.meta.url),
      }),
  },
}

/**
 * What two tabs of the panel share is one file, not one for each module: its first view was 47 requests. Without cycles between
 * files, in which React would be asked for before it is there.
 */
const scripts = {
  codeSplitting: {
    groups: [
      { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
      // What page, panel and door share, none of which loads another for it.
      {
        name: 'words',
        test: /[\\/]data[\\/](text|time|clock-time|typos)\.|[\\/]site[\\/]text[\\/]format-count\./,
        minShareCount: 2,
        priority: 3,
      },
      // What the speaker's page has in common with the panel, of which it loads nothing else.
      { name: 'loading', test: /preload-helper/, minShareCount: 2, priority: 3 },
      {
        name: 'cropping',
        test: /[\\/]site[\\/]cropping[\\/]crop[a-z-]*\.ts|[\\/]data[\\/]image-kinds/,
        minShareCount: 2,
        priority: 3,
      },
      // What the page has in common with the panel, of which it loads nothing else.
      { name: 'shared', test: /[\\/]site[\\/]toast[\\/]|[\\/]data[\\/]limits/, minShareCount: 2, priority: 1 },
      { name: 'panel', test: /[\\/]site[\\/]admin[\\/]|[\\/]lucide-react[\\/]/, minShareCount: 2 },
    ],
  },
}

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  // Every page is rendered by the publisher, which hands over the content; nothing is rendered while building.
  output: 'server',
  adapter: nodeAdapter,
  // In one go, without a stream around each island: the page is published whole.
  integrations: [react({ experimentalDisableStreaming: true }), paintedDirective],
  // In development the API runs inside Astro's server: one port, one command, hot reload of both.
  fetchFile: isDev ? '../api/dev' : null,
  server: { port: Number(process.env.PORT ?? 3000), host: process.env.HOST ?? '127.0.0.1' },
  // The adapter would keep sessions in files; the API has its own.
  session: false,
  // One display typeface; text is set in the system's own.
  fonts: [
    {
      provider: fontProviders.local(),
      name: 'Funnel Display',
      cssVariable: '--font-funnel',
      // The stand-in of theme.css has the typeface's measures.
      fallbacks: ['Funnel Display stand-in', 'system-ui', 'sans-serif'],
      optimizedFallbacks: false,
      options: {
        variants: [
          {
            src: ['@fontsource-variable/funnel-display/files/funnel-display-latin-wght-normal.woff2'],
            weight: '300 800',
            style: 'normal',
            display: 'swap',
          },
        ],
      },
    },
  ],
  build: { inlineStylesheets: 'always', assets: '_assets' },
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: false },
  security: {
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'none'",
        "connect-src 'self'",
        "font-src 'self'",
        "img-src 'self' http: https: data:",
        "manifest-src 'self'",
        "media-src 'self' http: https:",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ],
    },
  },
  vite: {
    plugins: [tailwindcss()],
    environments: { client: { build: { rolldownOptions: { output: scripts } } } },
    // What renders the pages is built whole: production needs none of the packages that the pages are made of, and of the
    // date library's hundreds of files a few are packed, instead of looked for one by one at every start.
    ...(!isDev && { ssr: { noExternal: true, external: ['sharp'] } }),
    // React brings itself twice, for development too; only what runs is packed, for a start reads all of it.
    ...(!isDev && { define: { 'process.env.NODE_ENV': '"production"' } }),
  },
})
