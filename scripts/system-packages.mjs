import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { runChild } from './child-process.mjs'

/** What the tests use beyond npm: the browsers, foreign judges of PDFs, Word conversion, fonts; each with how to see it. */
const packages = [
  { name: 'chromium-headless-shell', present: () => onPath('chromium-headless-shell') },
  { name: 'firefox-esr', present: () => onPath('firefox-esr') },
  { name: 'poppler-utils', present: () => onPath('pdfsig') },
  { name: 'qpdf', present: () => onPath('qpdf') },
  { name: 'mupdf-tools', present: () => onPath('mutool') },
  { name: 'openssl', present: () => onPath('openssl') },
  { name: 'softhsm2', present: () => onPath('softhsm2-util') },
  { name: 'libnss3-tools', present: () => onPath('certutil') },
  { name: 'libreoffice-writer-nogui', present: () => onPath('soffice') },
  { name: 'nginx-light', present: () => onPath('nginx') },
  { name: 'bubblewrap', present: () => onPath('bwrap') },
  { name: 'fonts-liberation', present: () => existsSync('/usr/share/fonts/truetype/liberation') },
  { name: 'fonts-noto-cjk', present: () => existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc') },
]

/** What a cluster on one machine is made of beside Node. */
export const clusterPackages = [
  { name: 'postgresql', present: () => existsSync('/usr/lib/postgresql') },
  { name: 'patroni', present: () => onPath('patroni') },
  { name: 'python3-etcd', present: () => existsSync('/usr/lib/python3/dist-packages/etcd') },
  { name: 'etcd-server', present: () => onPath('etcd') },
  { name: 'haproxy', present: () => onPath('haproxy') },
  { name: 'nginx-light', present: () => onPath('nginx') },
  { name: 'openssl', present: () => onPath('openssl') },
  { name: 'ceph-mon', present: () => onPath('ceph-mon') },
  { name: 'ceph-osd', present: () => onPath('ceph-osd') },
  { name: 'ceph-common', present: () => onPath('ceph') },
  { name: 'radosgw', present: () => onPath('radosgw') },
]

/** Of what the tests use. */
export async function ensureSystemPackages() {
  if (process.env.MOQI_SKIP_SYSTEM === '1') return
  await ensurePackages(packages)
}

/** Installs by apt-get as root on Debian and Ubuntu; elsewhere prints the line to run and goes on. */
export async function ensurePackages(wanted) {
  const missing = wanted.filter(({ present }) => !present()).map(({ name }) => name)
  if (missing.length === 0) return
  const line = `apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    console.log(`缺少系统软件包：${missing.join('、')}；请以 root 运行：${line}`)
    return
  }
  console.log(`正在安装系统软件包：${missing.join('、')}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runChild('apt-get', ['update', '-qq'], { env })
  const code = await runChild('apt-get', [...line.split(' ').slice(1), '-qq'], { env })
  if (code !== 0) console.log(`系统软件包没有全部装好（${code}），继续；可手动运行：${line}`)
}

const onPath = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
