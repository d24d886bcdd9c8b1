import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ready, type Service, startService } from './service.ts'
import { makeFolder, writeOwn } from './unprivileged.ts'

const template = join(import.meta.dirname, '../../deploy/nginx/moqi.conf.template')

/** nginx before the nodes, by HTTP and by HTTPS. */
export type Front = { service: Service; http: string; https: string }

/**
 * nginx as it is delivered, but on loopback and for several nodes; and what its caller says of whom it speaks for is
 * handed on, so that one machine can stand for many. Its certificate is its own.
 */
export async function startFront(
  folder: string,
  { nodes, http, https }: { nodes: readonly number[]; http: number; https: number },
): Promise<Front> {
  const home = makeFolder(join(folder, 'nginx'))
  const key = join(home, 'privkey.pem')
  const certificate = join(home, 'fullchain.pem')
  if (!existsSync(certificate)) {
    const how = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '90']
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    execFileSync('openssl', ['req', ...how, ...names, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
    for (const file of [key, certificate]) writeOwn(file, readFileSync(file, 'utf8'))
  }
  const [, secure = ''] = readFileSync(template, 'utf8').split(/^(?=server \{\n {2}listen 443)/m)
  const site = secure
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${https} ssl http2;\n  listen 127.0.0.1:${http};`)
    .replace(/^ {2}listen \[::\].*\n/m, '')
    .replaceAll('${NGINX_HOST}', 'localhost')
    .replaceAll('/etc/nginx/certificates', home)
    .replaceAll('X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for')
    .replaceAll('X-Forwarded-Proto https', 'X-Forwarded-Proto $scheme')
  const servers = nodes.map((port) => `    server 127.0.0.1:${port} max_fails=3 fail_timeout=5s;`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${home}/${name};`,
  )
  const file = writeOwn(
    join(home, 'nginx.conf'),
    `daemon off;
pid ${home}/nginx.pid;
error_log ${home}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
${temporary.join('\n')}
  upstream moqi {
${servers.join('\n')}
    keepalive 64;
  }
${site}
}
`,
  )
  const service = startService('nginx', { command: ['nginx', '-e', join(home, 'error.log'), '-c', file], folder })
  const front = { service, http: `http://127.0.0.1:${http}`, https: `https://localhost:${https}` }
  await ready('nginx', async () => (await fetch(`${front.http}/healthz`)).ok, join(home, 'error.log'))
  return front
}
