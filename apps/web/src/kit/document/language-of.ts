type Words = { lang: string | null; items: readonly object[] }

/**
 * The language of a page's words for whoever hears them: Chinese where they are, whatever their file names (an office
 * program writes English over Chinese paragraphs); else as the file names it, '' where it names none.
 */
export function languageOf({ lang, items }: Words): string {
  const chinese = items.some((item) => 'str' in item && /\p{Script=Han}/u.test(String(item.str)))
  return chinese ? 'zh-CN' : (lang ?? '')
}
