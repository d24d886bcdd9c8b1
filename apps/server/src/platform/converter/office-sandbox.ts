import { type Confinement, installationOf } from './confinement.ts'
import { fontFamilies } from './font-families.ts'
import { type Forms, largestResult } from './office.ts'
import { type Ended, runProgram } from './run-program.ts'

/**
 * What every start has: soffice, its confinement, the folder of fonts and their rules, and the profile it gets a copy
 * of. Paths of this machine.
 */
export type Sandbox = { program: string; confinement: Confinement; settings: string; profile: string }

/** Where a document is worked on: a folder that is kept or, in namespaces of its own, one that ends with it (null). */
type Place = { folder: string | null; signal: AbortSignal }

/** Fields of a Word form become text: what is signed shows what was filled in. */
const filters = { pdf: 'pdf:writer_pdf_Export:{"ExportFormFields":{"type":"boolean","value":"false"}}', docx: 'docx' }

/**
 * One document in, one out, through pipes alone: the server reads no file that a sandbox wrote. LibreOffice also ends
 * with 0 when it wrote nothing; then there is no file to show.
 */
const conversion = `
set -e
cp -r "$TEMPLATE" "$HOME/profile"
mkdir "$HOME/out"
cat > "$HOME/in.$2"
"$1" "-env:UserInstallation=file://$HOME/profile" --headless --norestore --nolockcheck --nologo \
  --convert-to "$4" --outdir "$HOME/out" "$HOME/in.$2" < /dev/null >&2
cat "$HOME/out/in.$3"
`

/** Where a start finds the settings: the same folder, or where its namespace shows it. */
export const settingsInside = ({ apart }: Confinement, settings: string) => (apart ? '/settings' : settings)

/** Converts `input` in a process of its own. Code 0 means that `output` is the document. */
export function convertIn(
  sandbox: Sandbox,
  input: Buffer,
  { from, to }: { from: Forms['from'] | 'txt'; to: Forms['to'] },
  { folder, signal }: Place,
): Promise<Ended> {
  const { prefix, env } = startOf(sandbox, folder)
  const command = [...prefix, '/bin/sh', '-c', conversion, 'convert', sandbox.program, from, to, filters[to]]
  return runProgram(command, { env, input, signal, largest: largestResult })
}

/** Font families that documents are drawn with, in lower case. */
export function familiesIn(sandbox: Sandbox): Promise<Set<string>> {
  const { prefix, env } = startOf(sandbox, null)
  return fontFamilies(prefix, env)
}

function startOf({ program, confinement, settings, profile }: Sandbox, folder: string | null) {
  const { apart } = confinement
  const shown = [
    { here: settings, inside: '/settings' },
    { here: profile, inside: '/template' },
    ...installationOf(program),
  ]
  const env = {
    HOME: apart ? '/job' : (folder ?? '/nonexistent'),
    TEMPLATE: apart ? '/template' : profile,
    LC_ALL: 'C.UTF-8',
    TZ: 'Asia/Shanghai',
    SAL_USE_VCLPLUGIN: 'svp',
    FONTCONFIG_FILE: `${settingsInside(confinement, settings)}/fonts.conf`,
  }
  return { prefix: confinement.prefix(shown, folder ?? undefined), env }
}
