import { getAdapter } from '@astrojs/node'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, fontProviders } from 'astro/config'

const isDev = process.argv.includes('dev')

/** Adds the directive `client:painted`, which starts an island after the first paint. */
const paintedDirective = {
  name: 'painted',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'painted', entrypoint: './site/layouts/painted.ts' }),
  },
}

/** Astro's adapter for Node with site/renderer.ts as entry point, so that the publisher renders pages by calling a function. */
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
 * Puts modules that several scripts share into few files. Otherwise the panel's first view needs 47 requests. The groups avoid
 * import cycles between files, in which code would use React before it is loaded.
 */
const scripts = {
  codeSplitting: {
    groups: [
      { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
      // Shared by page, panel and door.
      {
        name: 'words',
        test: /[\\/]data[\\/](text|time|clock-time|typos)\.|[\\/]site[\\/](text[\\/]format-count|registration[\\/]email-typo)\./,
        minShareCount: 2,
        priority: 3,
      },
      // Shared by the landing page and pages of talks.
      { name: 'talks', test: /[\\/]site[\\/]agenda[\\/](element|now|starred)\./, minShareCount: 2, priority: 3 },
      // Shared by the speaker's page and the panel. The page loads nothing else of the panel.
      { name: 'loading', test: /preload-helper/, minShareCount: 2, priority: 3 },
      {
        name: 'cropping',
        test: /[\\/]site[\\/]cropping[\\/]crop[a-z-]*\.ts|[\\/]data[\\/]image-kinds/,
        minShareCount: 2,
        priority: 3,
      },
      // Shared by the landing page and the panel. The page loads nothing else of the panel.
      { name: 'shared', test: /[\\/]site[\\/]toast[\\/]|[\\/]data[\\/]limits/, minShareCount: 2, priority: 1 },
      { name: 'panel', test: /[\\/]site[\\/]admin[\\/]|[\\/]lucide-react[\\/]/, minShareCount: 2 },
    ],
  },
}

const isPageScript = /\b(index\.astro|agenda\.|around\.)/

/** Vite's preloads have absolute addresses, which are wrong in the pages of past editions. */
const relativeImports = {
  name: 'relative-imports',
  configEnvironment: (name) =>
    name === 'client' && {
      build: { modulePreload: { resolveDependencies: (_file, deps, { hostId }) => (isPageScript.test(hostId) ? [] : deps) } },
    },
}

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  // The publisher renders every page with the content from the database. The build renders none.
  output: 'server',
  adapter: nodeAdapter,
  // A page is published as a whole, so its islands need no streaming.
  integrations: [react({ experimentalDisableStreaming: true }), paintedDirective],
  // In development the API runs inside Astro's server, so that one command reloads both after a change.
  fetchFile: isDev ? '../api/dev' : null,
  server: { port: Number(process.env.PORT ?? 3000), host: process.env.HOST ?? '127.0.0.1' },
  // The adapter would store sessions in files. The API has sessions of its own.
  session: false,
  // For headings. Other text uses a font of the visitor's system.
  fonts: [
    {
      provider: fontProviders.local(),
      name: 'Funnel Display',
      cssVariable: '--font-funnel',
      // The stand-in in theme.css takes the same space as the typeface.
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
    plugins: [tailwindcss(), relativeImports],
    // scripts/licenses.ts reads this list.
    build: { license: { fileName: 'licenses.json' } },
    environments: { client: { build: { rolldownOptions: { output: scripts } } } },
    // Bundles all packages that render pages except sharp. Production then need not install them, and a start reads few files.
    ...(!isDev && { ssr: { noExternal: true, external: ['sharp'] } }),
    // Without this line the bundle would also contain React's code for development, and each start would read it.
    ...(!isDev && { define: { 'process.env.NODE_ENV': '"production"' } }),
  },
})
