import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { createScriptLinks } from './script-links.ts'

function scripts(codeByName: Record<string, string>): string {
  const clientDir = temporaryDir()
  mkdirSync(join(clientDir, '_assets'))
  for (const [name, code] of Object.entries(codeByName)) writeFileSync(join(clientDir, '_assets', name), code)
  return clientDir
}

const island = (client: string) =>
  `<title>Panel</title><astro-island component-url="/_assets/Panel.js" renderer-url="/_assets/client.js" client="${client}"></astro-island>`

test('a page links all scripts that its island imports, but none that load on demand', () => {
  const clientDir = scripts({
    'Panel.js': 'import{a as b}from"./shared.js";import"./more.x-1.js";const c=()=>import("./Tab.js");export{c as Panel}',
    'client.js': 'import{r}from"./react.js"',
    'shared.js': 'import{r}from"./react.js"',
    'more.x-1.js': 'import"./shared.js"',
    'react.js': 'export const r=1',
    'Tab.js': '',
  })
  const page = createScriptLinks(clientDir)(island('only'))
  const linked = [...page.matchAll(/<link rel="modulepreload" href="\/_assets\/([^"]+)">/g)].map(([, name]) => name)
  expect(linked).toEqual(['Panel.js', 'client.js', 'shared.js', 'more.x-1.js', 'react.js'])
  expect(page.replace(/<link[^>]*>/g, '')).toBe(island('only'))
})

test('a page with an island that the server renders links no scripts', () => {
  expect(createScriptLinks(scripts({}))(island('painted'))).toBe(island('painted'))
})
