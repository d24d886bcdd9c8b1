import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { readFont, type TrueTypeFont } from './truetype-font.ts'

const require = createRequire(import.meta.url)

/** The fonts (all OFL) that ship with this package; nothing is ever taken from the machine. */
const paths = {
  sans: () => require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  sansMedium: () => require.resolve('@expo-google-fonts/noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf'),
  sansBold: () => require.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
  serif: () => require.resolve('@expo-google-fonts/noto-serif-sc/400Regular/NotoSerifSC_400Regular.ttf'),
  serifBold: () => require.resolve('@expo-google-fonts/noto-serif-sc/700Bold/NotoSerifSC_700Bold.ttf'),
}
/** The faces that come with the product, of Noto Sans and Serif SC. */
export type BundledFace = keyof typeof paths

/** Where the bundled fonts lie, for programs that read fonts from files. */
export const bundledFontPaths = (): string[] => Object.values(paths).map((path) => path())

/** A bundled TrueType font's bytes (10–15 MB), read anew on every call. */
export function fontFile(face: BundledFace): Buffer {
  return readFileSync(paths[face]())
}

let loaded: TrueTypeFont | undefined

/** Noto Sans SC Regular (OFL), read once a process: 10 MB. */
export function notoSans(): TrueTypeFont {
  const file = import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')
  loaded ??= readFont(readFileSync(new URL(file)), 'NotoSansSC')
  return loaded
}
