/**
 * Schemathesis (`pip install schemathesis`) makes valid and invalid requests from the API's description: about seven thousand for
 * each caller, in a minute or two.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { send } from '../hardening/client.ts'
import { isFull } from '../support/full.ts'
import { type Product, startProduct } from '../support/product.ts'
import { openSession, type Session } from '../support/session.ts'

const program = 'schemathesis'
const isInstalled = isFull && spawnSync(program, ['--version']).status === 0

const checks = ['not_a_server_error', 'status_code_conformance', 'content_type_conformance', 'response_schema_conformance']
const minutes = 60_000

/** Runs Schemathesis as this caller. Returns its exit code and output. */
async function tryAll({ origin }: Product, session: Session | null): Promise<{ code: unknown; written: string }> {
  const work = mkdtempSync(join(tmpdir(), 'conferencia-openapi-'))
  const as = session ? ['-H', `Cookie: ${session.Cookie}`, '-H', `Origin: ${session.Origin}`] : []
  // Leaves out calls that would end the session, or require a second factor that the user lacks.
  const without = session ? ['/api/auth/logout', '/api/security'].flatMap((path) => ['--exclude-path', path]) : []
  const bounds = ['--phases', 'coverage,fuzzing', '--max-examples', '10', '--no-shrink', '--continue-on-failure', '--seed', '1']
  const args = ['run', `${origin}/api/openapi.json`, '--checks', checks.join(), ...bounds, ...as, ...without]
  const running = spawn(program, args, { cwd: work, stdio: ['ignore', 'pipe', 'inherit'], timeout: 8 * minutes })
  const [written] = await Promise.all([text(running.stdout), once(running, 'close')])
  rmSync(work, { recursive: true })
  return { code: running.exitCode, written }
}

describe.skipIf(!isInstalled)(
  'requests from the OpenAPI document (npm run test:full -- openapi; needs schemathesis)',
  async () => {
    if (!isInstalled) return
    const product = await startProduct()
    afterAll(product.discard)
    const admin = await openSession(product)
    const account = { name: 'Luis', email: 'luis@conferencia.gt', password: 'otra-frase-larga' }
    await send(product, 'POST /api/users', { json: account, headers: admin })
    const user = await openSession(product, account)

    test.each([
      ['guest', null],
      ['user', user],
      ['administrator', admin],
    ])(
      'random requests of a %s get only statuses listed in the OpenAPI document',
      { timeout: 10 * minutes },
      async (_, session) => {
        const { code, written } = await tryAll(product, session)
        expect(code, written).toBe(0)
        expect(Number(/Test cases:\s+(\d+) generated/.exec(written)?.[1])).toBeGreaterThan(3000)
        // The control: the session was valid to the end.
        if (session) expect(JSON.parse((await send(product, 'GET /api/auth/me', { headers: session })).body).user).not.toBeNull()
        expect((await send(product, 'GET /api/ready')).status).toBe(200)
      },
    )
  },
)
