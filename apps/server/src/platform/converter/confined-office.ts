import { chownSync, chmodSync, copyFileSync, mkdirSync, mkdtempSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Confinement, confinedUser } from './confinement.ts'
import type { Forms, Office } from './office.ts'
import { writeOfficeProfile } from './office-profile.ts'
import { convertIn, familiesIn, type Sandbox, settingsInside } from './office-sandbox.ts'
import { type Confined, probeConfinement } from './probe-confinement.ts'

/**
 * `program`: soffice; `fontFiles`: besides the machine's; `hidden`: what a document must not reach, absolute paths;
 * `confinements`: the ways to try, the strictest first; else those of this machine; `confined`: what trying them has
 * come to, where it has been done.
 */
export type ConfinedOfficeOptions = {
  program: string
  fontFiles: readonly string[]
  hidden: readonly string[]
  confinements?: readonly Confinement[]
  confined?: Promise<Confined>
}

type Prepared = { sandbox: Sandbox; folder: string; families: ReadonlySet<string> }

const firstStartLimitMs = 60_000

/**
 * LibreOffice in namespaces of its own: a process, a profile and a sandbox for each document, which end with it.
 * Without a confinement that holds on this machine nothing is converted.
 */
export function confinedOffice({ program, fontFiles, hidden, confinements, ...tried }: ConfinedOfficeOptions): Office {
  const closing = new AbortController()
  const confined = tried.confined ?? probeConfinement(hidden, confinements)
  let preparing: Promise<Prepared> | null = null

  /** Rejects when LibreOffice makes no PDF of a line of text. Its profile of then is every document's first one. */
  async function prepare(): Promise<Prepared> {
    const { confinement, reason } = await confined
    if (!confinement) throw new Error(reason)
    const folder = mkdtempSync(join(tmpdir(), 'moqi-office-'))
    try {
      const { settings, kept } = writeSettings(folder, fontFiles, confinement)
      const first = { program, confinement, settings, profile: join(settings, 'profile') }
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(firstStartLimitMs)])
      const ended = await convertIn(first, Buffer.from('\n'), { from: 'txt', to: 'pdf' }, { folder: kept, signal })
      if (ended.code !== 0) throw new Error(`LibreOffice did not start: ${ended.errors.trim()}`)
      const sandbox = { ...first, profile: join(kept, 'profile') }
      return { sandbox, folder, families: await familiesIn(sandbox) }
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }
  const prepared = () => {
    preparing ??= prepare().catch((error: unknown) => {
      preparing = null
      throw error
    })
    return preparing
  }

  return {
    async convert(bytes: Buffer, forms: Forms, given: AbortSignal) {
      const { sandbox, folder: parent } = await prepared()
      const signal = AbortSignal.any([given, closing.signal])
      const folder = sandbox.confinement.apart ? null : await mkdtemp(join(parent, 'job-'))
      const { code, output } = await convertIn(sandbox, bytes, forms, { folder, signal })
      if (folder !== null) await rm(folder, { recursive: true, force: true })
      return code === 0 && output.length > 0 ? output : null
    },
    families: async () => (await prepared()).families,
    async state() {
      const { reason } = await confined
      return reason === null ? { usable: true } : { usable: false, reason }
    },
    async close() {
      closing.abort()
      const settled = await preparing?.catch(() => null)
      if (settled) await rm(settled.folder, { recursive: true, force: true })
    },
  }
}

/** Where nobody else's settings reach: own fonts, own rules; and where the first start leaves its profile. */
function writeSettings(folder: string, fontFiles: readonly string[], confinement: Confinement) {
  const [settings, kept] = [join(folder, 'settings'), join(folder, 'first')]
  const fonts = join(settings, 'fonts')
  mkdirSync(fonts, { recursive: true })
  mkdirSync(kept)
  for (const file of fontFiles) copyFileSync(file, join(fonts, basename(file)))
  const inside = settingsInside(confinement, settings)
  writeOfficeProfile(join(settings, 'profile'), join(settings, 'fonts.conf'), join(inside, 'fonts'))
  if (process.getuid?.() === 0) {
    chmodSync(folder, 0o711)
    chownSync(kept, confinedUser, confinedUser)
  }
  return { settings, kept }
}
