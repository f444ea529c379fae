import { connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { testEnvironment } from '../../support/environment.ts'

const { siteOrigin } = testEnvironment()

/** What somebody tries to send, and what the kernels on the way may have taken before the connection is closed. Bytes. */
const wanted = 100_000_000
const buffered = 20_000_000

/** The routes, one that has to be signed in for, one that reads no body, and those that check what was sent. */
const paths = ['check-subscription', 'customer-portal', 'create-checkout', 'claim/send', 'stripe/webhook']

/** Sends a body that does not end, and says how much of it was taken before the site closed the connection. */
function upload(path: string, framing: 'length' | 'chunks') {
  const { hostname, port } = new URL(siteOrigin)
  const part = Buffer.alloc(65_536, ' ')
  const piece =
    framing === 'length' ? part : Buffer.concat([Buffer.from('10000\r\n'), part, Buffer.from('\r\n')])
  return new Promise<{ sent: number; answer: string | undefined }>((resolve) => {
    const socket = connect(Number(port), hostname)
    let [sent, answer] = [0, '']
    const send = () => {
      while (sent < wanted && !socket.destroyed) {
        sent += part.length
        if (!socket.write(piece)) return
      }
      socket.destroy()
    }
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('drain', send)
    // What is written to a connection that was closed comes back as an error.
    socket.on('error', () => {})
    socket.on('close', () => resolve({ sent, answer: answer.split('\r\n', 1)[0] }))
    socket.on('connect', () => {
      socket.write(
        [
          `POST /api/${path} HTTP/1.1`,
          `Host: ${hostname}:${port}`,
          'Content-Type: application/json',
          framing === 'length' ? `Content-Length: ${wanted}` : 'Transfer-Encoding: chunked',
          '',
          '',
        ].join('\r\n'),
      )
      send()
    })
  })
}

for (const framing of ['length', 'chunks'] as const) {
  test(`nobody can make the site take in a body without end (${framing})`, async () => {
    for (const path of paths) {
      const { sent, answer } = await upload(path, framing)
      expect.soft(sent, path).toBeLessThan(buffered)
      // The answer may be lost with the connection, but it is never a success.
      expect.soft(answer, path).toMatch(/^(HTTP\/1\.1 4\d\d .*)?$/)
    }
  })
}
