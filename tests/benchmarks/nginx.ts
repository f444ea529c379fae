import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** By default, a root nginx serves files as an unprivileged user, who cannot read the private temporary folder. */
const userDirective = process.getuid?.() === 0 ? 'user root;' : ''

const createConfiguration = (folder: string, port: number) => `
${userDirective}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  keepalive_requests 1000000;
  types { text/html html; }
  charset utf-8;
  client_body_temp_path ${folder}/temporary;
  proxy_temp_path ${folder}/temporary;
  fastcgi_temp_path ${folder}/temporary;
  uwsgi_temp_path ${folder}/temporary;
  scgi_temp_path ${folder}/temporary;
  server {
    listen 127.0.0.1:${port};
    listen [::1]:${port};
    root ${folder}/pages;
    index index.html;
    gzip_static on;
  }
}
`

/**
 * Serves one page from nginx, uncompressed and precompressed, until it is stopped, for comparison with the site.
 *
 * @param nginxPath - the path of the program
 * @param port - a port of the loopback interface
 * @param page - the bytes to serve at `/`
 * @returns `stop`, which stops nginx and deletes its folder
 */
export function serveWithNginx(nginxPath: string, port: number, page: Buffer): { stop(): Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'benchmark-nginx-'))
  mkdirSync(join(folder, 'pages'))
  writeFileSync(join(folder, 'pages', 'index.html'), page)
  writeFileSync(join(folder, 'pages', 'index.html.gz'), gzipSync(page, { level: 6 }))
  writeFileSync(join(folder, 'nginx.conf'), createConfiguration(folder, port))
  const child = spawn(
    nginxPath,
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
    {
      stdio: 'ignore',
    },
  )
  const exited = new Promise((resolve) => {
    child.on('exit', resolve)
    child.on('error', resolve)
  })
  return {
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
