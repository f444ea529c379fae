import { connect } from 'node:net'

/** A large body, which is sent for as long as the connection stays open. */
export type Upload = {
  origin: string
  method: string
  path: string
  headers?: Record<string, string>
  /** `length` says beforehand how large it is, `chunks` says nothing. */
  framing: 'length' | 'chunks'
  /** How much is sent before the body ends. Bytes. */
  bytes: number
}

/** The sent bytes before the connection was closed, and the first line of the response where one arrived. */
export type Sent = { sent: number; response: string | undefined }

/** Sends a large body, and says how much of it was taken before the site closed the connection. */
export function upload({ origin, method, path, headers = {}, framing, bytes }: Upload): Promise<Sent> {
  const { hostname, port } = new URL(origin)
  const part = Buffer.alloc(65_536, ' ')
  const piece =
    framing === 'length' ? part : Buffer.concat([Buffer.from('10000\r\n'), part, Buffer.from('\r\n')])
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let [sent, result] = [0, '']
    const send = () => {
      while (sent < bytes && !socket.destroyed) {
        sent += part.length
        if (!socket.write(piece)) return
      }
      if (!socket.writableEnded) socket.end(framing === 'chunks' ? '0\r\n\r\n' : '')
    }
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      result += text
    })
    socket.on('drain', send)
    // Writing to a closed connection fails.
    socket.on('error', () => {})
    socket.on('close', () => resolve({ sent, response: result.split('\r\n', 1)[0] }))
    socket.on('connect', () => {
      const fields = {
        Host: `${hostname}:${port}`,
        'Content-Type': 'application/json',
        ...(framing === 'length' ? { 'Content-Length': String(bytes) } : { 'Transfer-Encoding': 'chunked' }),
        ...headers,
      }
      const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
      socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
      send()
    })
  })
}
