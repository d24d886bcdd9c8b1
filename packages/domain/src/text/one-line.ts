// What breaks a line, and what is not seen or turns round how the rest is read (UAX #9): a name is read in an SMS, a
// mail and a list before anything is opened.
const breaking = /[\p{Cc}\p{Zl}\p{Zp}]/u
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Whether a text of any length has characters that nobody sees, or that turn round the others. */
export const hasUnseen = (text: string): boolean => unseen.test(text)

/** Whether a text is one line of what is seen: the rule for every name, title and label that people type. */
export const isOneLine = (text: string): boolean => !breaking.test(text) && !hasUnseen(text)

/** What is wrong with what is not one line, `what` by its name. */
export const notOneLine = (what: string): string => `${what}不能包含换行和不可见字符`

/** The text without what `isOneLine` refuses. */
export const asOneLine = (text: string): string => [...text].filter(isOneLine).join('')
