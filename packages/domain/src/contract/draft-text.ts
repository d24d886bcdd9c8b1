import { type Checked, failed, passed } from '../identity/checked.ts'
import { asOneLine, hasUnseen, isOneLine, notOneLine } from '../text/one-line.ts'
import { formatDate } from '../time/format-date.ts'

/** How long a text is, in characters. */
export const lengthOf = (text: string): number => [...text].length

// Pictographs that are drawn as emoji; ©, ® and ™ stay allowed in a contract's subject.
const emoji = /\p{Emoji_Presentation}|\uFE0F|\u20E3|\u200D/u
/** Whether a text has a pictograph that is drawn as emoji. */
export const hasEmoji = (text: string): boolean => emoji.test(text)

/** The subject (合同主题): 1–100 characters without `\ / : * ? " < > |`, emoji and control characters (domain 4.3). */
export function checkSubject(text: string): Checked<string> {
  const value = text.trim()
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(value)) return failed('请填写合同主题')
  if (lengthOf(value) > 100) return failed('合同主题不能超过100个字')
  if (/[\\/:*?"<>|]/.test(value)) return failed('合同主题不能包含 \\ / : * ? " < > |')
  if (hasEmoji(value)) return failed('合同主题不能包含表情符号')
  return isOneLine(value) ? passed(value) : failed(notOneLine('合同主题'))
}

/** A subject made of a file's name: without extension and forbidden characters, cut to 100 (domain 2.1). */
export function subjectOfFile(fileName: string): string {
  const bare = fileName.replace(/\.[A-Za-z]{3,4}$/, '').replace(/[\\/:*?"<>|]/g, ' ')
  return [...asOneLine(bare)]
    .filter((character) => !hasEmoji(character))
    .slice(0, 100)
    .join('')
    .trim()
}

/**
 * A contract number: at most 50 characters of letters, digits, Chinese, `-`, `_` and `/`; empty asks for an automatic
 * one.
 */
export function checkContractNo(text: string): Checked<string> {
  const value = text.trim()
  if (lengthOf(value) > 50) return failed('合同编号不能超过50个字')
  return /^[\p{Script=Han}A-Za-z0-9_/（）()-]*$/u.test(value)
    ? passed(value)
    : failed('合同编号仅支持汉字、字母、数字和 - _ /')
}

/** An automatic contract number: `HT`, the Shanghai day of `now` (ms) and six digits of a running number. */
export const automaticContractNo = (now: number, running: number): string =>
  `HT${formatDate(now, '{y}{m}{d}')}${String(running % 1_000_000).padStart(6, '0')}`

/** A remark (描述/备注) of at most 500 characters. */
export const checkRemark = (text: string): Checked<string> =>
  lengthOf(text.trim()) > 500 ? failed('备注不能超过500个字') : passed(text.trim())

/** The reason of 拒签, 撤回, 驳回 or 作废: 2–200 characters without emoji (domain 4.3). */
export function checkReason(text: string): Checked<string> {
  const value = text.trim()
  const fits = lengthOf(value) >= 2 && lengthOf(value) <= 200
  if (!fits || hasEmoji(value)) return failed('请填写原因(2-200字)')
  return hasUnseen(value) ? failed('原因不能包含不可见字符') : passed(value)
}

/** A private message to a signer of at most 200 characters. */
export const checkPrivateMessage = (text: string): Checked<string> =>
  lengthOf(text.trim()) > 200 ? failed('私信不能超过200个字') : passed(text.trim())

/** The name of a contract's file as it is shown, with `.pdf`: up to 96 characters that any system can save under. */
export function checkFileName(text: string): Checked<string> {
  const value = text
    .trim()
    .replace(/\.pdf$/i, '')
    .trim()
  if (value === '' || value.startsWith('.')) return failed('请填写文件名称')
  if (lengthOf(value) > 96) return failed('文件名称不能超过96个字')
  if (/[\\/:*?"<>|]/.test(value)) return failed('文件名称不能包含 \\ / : * ? " < > |')
  return isOneLine(value) ? passed(`${value}.pdf`) : failed('文件名称不能包含特殊字符')
}
