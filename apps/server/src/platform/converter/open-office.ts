import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { bundledFontPaths } from '@moqi/pdf/fonts/bundled-fonts'
import type { Config } from '#src/platform/config.ts'
import { confinedOffice } from './confined-office.ts'
import type { Office } from './office.ts'
import type { Confined } from './probe-confinement.ts'
import { remoteOffice } from './remote-office.ts'

/**
 * `hidden`: absolute paths that no document may reach; `log` hears once why documents are refused; `confined`: how this
 * machine confines, where that has been tried.
 */
export type OfficeSettings = {
  hidden: readonly string[]
  log: (line: string) => void
  program?: string | null
  confined?: Promise<Confined> | undefined
}

const advice =
  'install bubblewrap 0.8 or newer and let this user make user namespaces (Ubuntu: an AppArmor profile for bwrap), ' +
  'or run "npm run converter" in a container of its own and name it in MOQI_CONVERTER_URL'

/** Where soffice is on the PATH; null when it is not. */
export function findOffice(env: NodeJS.ProcessEnv = process.env): string | null {
  const folders = (env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, 'soffice')).find((path) => existsSync(path)) ?? null
}

/** The converter the settings name, else this machine's LibreOffice; null without one. */
export function openOffice({ converterUrl }: Pick<Config, 'converterUrl'>, settings: OfficeSettings): Office | null {
  const { hidden, log, program = findOffice(), confined } = settings
  if (converterUrl !== null) return remoteOffice(converterUrl)
  if (program === null) return null
  const office = confinedOffice({ program, fontFiles: bundledFontPaths(), hidden, ...(confined && { confined }) })
  void office.state().then((state) => {
    if (!state.usable) log(`Word files are refused, since LibreOffice cannot be confined: ${state.reason}; ${advice}`)
  })
  return office
}
