import { describe, expect, it } from 'vitest'
import { getConnectionConfig, isLoopback, isSafeConnection } from './databaseConnection'

const hosted = 'postgres://site.abc:secret@aws-0-eu-central-1.pooler.supabase.com:6543/postgres'

describe('isLoopback', () => {
  it.each([
    'postgres://a@localhost/b',
    'postgres://a@127.0.0.1:5432/b',
    'postgres://a@[::1]/b',
    'postgres://a@db.example.com/b?host=/var/run/postgresql',
    'postgres://a@%2Fvar%2Frun%2Fpostgresql/b',
  ])('%s points to this machine', (url) => expect(isLoopback(url)).toBe(true))

  it.each([
    hosted,
    'postgres://a@127.0.0.1.example.com/b',
    'postgres://a@localhost.example.com/b',
    'postgres://localhost@example.com/b',
    'postgres://a@localhost/b?host=example.com',
    'postgres://a@localhost/b?host=localhost&host=example.com',
    'postgres://a@0.0.0.0/b',
    'postgres://a@10.0.0.1/b',
    // `pg` would read the host from its own environment variables.
    'postgres:///b',
  ])('%s may point to another machine', (url) => expect(isLoopback(url)).toBe(false))
})

describe('getConnectionConfig', () => {
  it.each(['sslmode=disable', 'sslmode=no-verify', 'ssl=false', 'ssl=0', 'ssl=no-verify'])(
    'rejects %s for a remote host without revealing the password',
    (parameter) => {
      expect(isSafeConnection(`${hosted}?${parameter}`)).toBe(false)
      expect(isSafeConnection(`${hosted}?sslmode=require&${parameter}`)).toBe(false)
      expect(isSafeConnection(`postgres://a@localhost/b?${parameter}`)).toBe(true)
      expect(() => getConnectionConfig(`${hosted}?${parameter}`)).toThrow(/^((?!secret).)*without encryption/)
    },
  )

  it.each(['sslrootcert=/tmp/ca.pem', 'sslcert=a', 'sslkey=b'])(
    'rejects the file parameter %s',
    (parameter) => {
      expect(isSafeConnection(`${hosted}?${parameter}`)).toBe(false)
    },
  )

  it.each([
    '',
    '?sslmode=prefer',
    '?sslmode=require&uselibpqcompat=true',
    '?sslmode=verify-full',
    '?ssl=true',
  ])('with the parameters "%s", verifies the certificate of a remote server', (query) => {
    expect(getConnectionConfig(hosted + query)).toEqual({
      connectionString: hosted,
      ssl: { rejectUnauthorized: true },
    })
    expect(getConnectionConfig(hosted + query, 'PEM').ssl).toEqual({ rejectUnauthorized: true, ca: 'PEM' })
  })

  it('preserves other parameters of a connection string', () => {
    expect(getConnectionConfig(`${hosted}?application_name=site&sslmode=require`).connectionString).toBe(
      `${hosted}?application_name=site`,
    )
  })

  it('encrypts local connections only when a certificate authority is given', () => {
    const local = 'postgres://postgres@127.0.0.1:4005/postgres'
    expect(getConnectionConfig(local)).toEqual({ connectionString: local, ssl: false })
    expect(getConnectionConfig(local, 'PEM').ssl).toEqual({ rejectUnauthorized: true, ca: 'PEM' })
    expect(getConnectionConfig(`${local}?sslmode=disable`, 'PEM').ssl).toBe(false)
  })
})
