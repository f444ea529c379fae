import { expect, it, vi } from 'vitest'
import { onRequestError, register } from '../instrumentation'

it('logs a failed request without the visitor’s data', async () => {
  vi.stubEnv('NEXT_RUNTIME', 'nodejs')
  const lines: string[] = []
  vi.spyOn(console, 'error').mockImplementation((line: string) => lines.push(line))
  await onRequestError(
    new Error('no page for ann@example.com'),
    {
      path: '/auth/confirm?token_hash=secret',
      method: 'GET',
      headers: { 'x-request-id': 'abcdefgh', cookie: 'secret' },
    },
    {
      routerKind: 'App Router',
      routePath: '/auth/confirm',
      routeType: 'render',
      renderSource: 'react-server-components',
      revalidateReason: undefined,
    },
  )
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    source: 'site',
    request: 'abcdefgh',
    message: 'GET /auth/confirm failed (render)',
    error: { name: 'Error', message: 'no page for [email]' },
  })
  expect(lines[0]).not.toContain('secret')
})

it('keeps the process running when the log cannot be written', async () => {
  vi.stubEnv('NEXT_RUNTIME', 'nodejs')
  await register()
  for (const stream of [process.stdout, process.stderr])
    expect(stream.emit('error', new Error('ENOSPC: no space left on device'))).toBe(true)
})
