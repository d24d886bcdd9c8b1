import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const root = join(import.meta.dirname, '..')
const deploy = join(root, 'deploy')
const folder = mkdtempSync(join(tmpdir(), 'moqi-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const read = (file: string) => readFileSync(file, 'utf8')
const hasTool = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0

/** The lines that a template has when its conditions hold, or when they do not; what it fills in stands as a word. */
function rendered(template: string, holds: boolean): string {
  const shown: boolean[] = []
  const lines: string[] = []
  for (const line of template.split('\n')) {
    const [, directive] = /^\s*\{\{-?\s*(if|with|range|else|end|define|fail|\$\w+ :=|\/\*)/.exec(line) ?? []
    if (directive === 'if' || directive === 'with' || directive === 'range') shown.push(holds)
    else if (directive === 'define') shown.push(false)
    else if (directive === 'else') shown.push(!shown.pop())
    else if (directive === 'end') {
      if (shown.pop() === undefined) throw new Error(`nothing ends with ${line}`)
    } else if (directive === undefined && !shown.includes(false))
      lines.push(line.replaceAll(/\{\{.+?\}\}/g, 'filled-in'))
  }
  expect(shown).toEqual([])
  return lines.join('\n')
}

test.each([true, false])('every YAML file parses, where the conditions of a template are %s', (holds) => {
  const files = filesIn(deploy).filter((file) => file.endsWith('.yaml'))
  expect(files.length).toBeGreaterThan(7)
  for (const file of files) {
    const text = read(file)
    expect(text).not.toContain('{ {')
    const documents = parseAllDocuments(file.includes('templates') ? rendered(text, holds) : text)
    for (const document of documents) expect([file, document.errors]).toEqual([file, []])
  }
})

type Compose = {
  services: Record<string, { networks?: string[]; environment?: Record<string, string> }>
  networks: Record<string, { internal?: boolean }>
}

test('in compose the converter reaches nothing, and database and documents are on no network with a way out', () => {
  const { services: own, networks }: Compose = parse(read(join(deploy, 'compose.yaml')))
  const { services: added }: Compose = parse(read(join(deploy, 'compose.s3.yaml')))
  const services = { ...added, ...own }
  const internal = (name: string) => networks[name]?.internal === true
  for (const name of ['converter', 'postgres', 'storage']) {
    expect([name, services[name]?.networks?.every(internal)]).toEqual([name, true])
  }
  expect(services['converter']?.environment?.['DATABASE_URL']).toBeUndefined()
})

test('every setting that is named is one the server or the converter reads', () => {
  const named = filesIn(deploy).flatMap((file) => read(file).match(/\bMOQI_[A-Z0-9_]+/g) ?? [])
  const source = filesIn(join(root, 'apps/server/src'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(read)
    .join('\n')
  const known = new Set(source.match(/\bMOQI_[A-Z0-9_]+/g))
  for (const authority of ['MOQI_CA', 'MOQI_TSA']) for (const end of ['_URL', '_TOKEN']) known.add(authority + end)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('every value that the chart asks for is there', () => {
  const chart = join(deploy, 'helm/moqi')
  const values: unknown = parseAllDocuments(read(join(chart, 'values.yaml')))[0]?.toJS()
  const asked = filesIn(join(chart, 'templates')).flatMap((file) => [...read(file).matchAll(/\.Values\.([\w.]+)/g)])
  const missing = asked.filter(([, path = '']) => {
    const found = path.split('.').reduce<unknown>((value, name) => Object(value)[name], values)
    return found === undefined
  })
  expect(asked.length).toBeGreaterThan(10)
  expect(missing.map(([whole]) => whole)).toEqual([])
})

test('every file of ours that a unit, an image or a chart runs is there', () => {
  const run = filesIn(deploy).flatMap((file) => read(file).match(/apps\/server\/src\/[\w/-]+\.ts/g) ?? [])
  const known = new Set(filesIn(join(root, 'apps/server/src')))
  expect(run.length).toBeGreaterThan(3)
  expect(run.filter((file) => !known.has(join(root, file)))).toEqual([])
})

test.skipIf(!hasTool('systemd-analyze'))('systemd takes the units (needs systemd-analyze)', () => {
  const units = filesIn(join(deploy, 'systemd'))
  for (const unit of units) {
    const name = unit.slice(unit.lastIndexOf('/') + 1)
    // The program that is to run is not on this machine.
    writeFileSync(join(folder, name), read(unit).replaceAll('/opt/moqi/node_modules/node/bin/node', '/bin/true'))
  }
  const paths = units.map((unit) => join(folder, unit.slice(unit.lastIndexOf('/') + 1)))
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' })
  expect(stderr.split('\n').filter((line) => /moqi.*(?:Unknown|Failed|Invalid|ignoring)/i.test(line))).toEqual([])
})

test.skipIf(!hasTool('nginx') || !hasTool('openssl'))('nginx takes its settings (needs nginx and openssl)', () => {
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '1']
  const certificate = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  execFileSync('openssl', [...made, ...certificate], { stdio: 'ignore' })
  const site = read(join(deploy, 'nginx/moqi.conf.template'))
    .replaceAll('${NGINX_HOST}', 'localhost')
    .replaceAll('${NGINX_UPSTREAM}', '127.0.0.1:8080')
    .replaceAll('/etc/nginx/certificates', folder)
  const whole = `pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${site} }`
  writeFileSync(join(folder, 'nginx.conf'), whole)
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')])
})
