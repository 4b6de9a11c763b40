/** Starts the built product without waiting for readiness, because it may serve without being ready or end with a message. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { admin, serverArgs } from '../support/product.ts'

type Started = { origin: string; said(): string; end(): Promise<number | null>; hasEnded(): boolean }

/** Starts the server and waits until it answers or has ended. `stdout` is the file descriptor of the log. */
export async function bareStart(dataDir: string, env: Record<string, string> = {}, stdout?: number): Promise<Started> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const given = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, REGISTRATION_LIMIT: '0', ...env }
  const server = spawn(process.execPath, serverArgs, {
    env: { ...process.env, ...given, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['pipe', stdout ?? 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (said += text))
  const exited = once(server, 'exit')
  const end = async () => {
    if (server.exitCode === null) server.kill('SIGTERM')
    await exited
    return server.exitCode
  }
  onTestFinished(async () => void (await end()))
  const isLive = () =>
    fetch(`${origin}/api/live`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (server.exitCode === null && !(await isLive())) await wait(100)
  return { origin, said: () => said, end, hasEnded: () => server.exitCode !== null }
}
