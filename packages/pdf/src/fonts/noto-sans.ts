import { readFileSync } from 'node:fs'
import { readFont, type TrueTypeFont } from './truetype-font.ts'

let loaded: TrueTypeFont | undefined

/** Noto Sans SC Regular (OFL), read once a process: 10 MB. */
export function notoSans(): TrueTypeFont {
  const file = import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')
  loaded ??= readFont(readFileSync(new URL(file)), 'NotoSansSC')
  return loaded
}
