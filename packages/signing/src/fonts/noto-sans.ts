import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { readFont, type TrueTypeFont } from './truetype-font.ts'

let loaded: TrueTypeFont | undefined

/** Noto Sans SC Regular (OFL), read once a process: 10 MB. */
export function notoSans(): TrueTypeFont {
  const file = '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'
  loaded ??= readFont(readFileSync(createRequire(import.meta.url).resolve(file)), 'NotoSansSC')
  return loaded
}
