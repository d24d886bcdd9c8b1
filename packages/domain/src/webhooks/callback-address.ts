import { type Checked, failed, passed } from '../identity/checked.ts'
import { webhookLimits } from './webhook-delivery.ts'

const shape = /^(https?):\/\/(?:\[[\da-f:.]+\]|[^\s/?#@:[\]\\]+)(?::\d{1,5})?(?:[/?][^\s#\\]*)?$/i

/** An address that events are sent to; `http` only where the operator has named networks of its own. */
export function checkCallbackAddress(typed: string, { plainAllowed }: { plainAllowed: boolean }): Checked<string> {
  const text = typed.trim()
  if (text.length > webhookLimits.urlLength) return failed(`回调地址最多${webhookLimits.urlLength}个字符`)
  const [, scheme] = shape.exec(text) ?? []
  if (scheme === undefined)
    return failed('回调地址格式不正确，例如 https://oa.example.com/moqi，不能含用户名、密码或“#”')
  if (scheme.toLowerCase() === 'http' && !plainAllowed) return failed('回调地址须以 https:// 开头')
  return passed(text)
}
