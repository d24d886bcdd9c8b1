import type { RefusalCode } from '@moqi/domain/refusal'

/** How a refusal travels (checklist C0.3, C0.4): business refusals keep HTTP 200. */
export type RefusalAnswer = { status: 200 | 400 | 401 | 403 | 429; code: number; text: (detail: Detail) => string }
type Detail = Record<string, unknown>

const business = (code: number, text: string | ((detail: Detail) => string)): RefusalAnswer => ({
  status: 200,
  code,
  text: typeof text === 'string' ? () => text : text,
})
const given = (detail: Detail, otherwise: string) => (typeof detail.message === 'string' ? detail.message : otherwise)

/** Exhaustive by type: a new refusal does not compile until it has its code and Chinese text. */
export const refusalAnswers: Record<RefusalCode, RefusalAnswer> = {
  'request/invalid': { status: 400, code: 400, text: () => '请求参数不正确，请检查后重试' },
  'request/idempotency-mismatch': business(409, '请求已提交过且内容不同，请刷新后重试'),
  'request/too-often': business(429, (d) => given(d, '获取过于频繁，请稍后再试')),
  'session/required': { status: 401, code: -10, text: () => '登录状态已过期，请重新登录' },
  'session/forbidden': { status: 403, code: 403, text: () => '抱歉，您没有访问该页面的权限' },
  'session/not-found': business(404, '该登录不存在或已退出'),
  'device/not-found': business(404, '设备不存在或已移除'),
  'account/credentials': business(422, (d) => `账号或密码错误，还可尝试${d.left}次`),
  'account/locked': business(423, (d) => `账号已锁定，请${d.minutes}分钟后再试`),
  'account/captcha-required': business(428, '请输入图形验证码'),
  'account/captcha-wrong': business(428, '图形验证码错误或已失效，请重新输入'),
  'account/code-wrong': business(422, '验证码错误或已失效'),
  'account/taken': business(422, '该手机号已注册，请直接登录'),
  'account/pin-unset': business(422, '您还没有设置签署密码，请先到安全设置中设置'),
  'account/pin-wrong': business(422, (d) => `签署密码错误，还可尝试${d.left}次`),
  'account/not-closable': business(409, '账号还有未处理完的事项，请处理后再注销'),
  'account/link-dead': business(422, '登录链接已失效或已使用，请重新获取'),
  'account/sign-in-again': business(428, '为保障账号安全，请重新登录后再操作'),
  'will-auth/required': business(428, '请先完成意愿认证'),
  'space/not-found': business(404, '空间不存在或您已不在该空间'),
  'space/not-authenticated': business(422, '您需要完成实名认证'),
  'space/owner-only': business(422, '仅企业管理员可以使用，请联系企业管理员'),
  'identity/rejected': business(422, (d) => given(d, '实名认证未通过，请核对姓名与证件号码')),
  'contract/not-found': business(404, '合同不存在或无权查看'),
  'contract/other-space': business(4091, (d) => `当前空间与签署方不一致，请切换到${d.space}后签署`),
  'contract/changed': business(409, '合同状态已变更，请刷新后重试'),
  'contract/illegal-move': business(409, '合同状态已变更，请刷新后重试'),
  'contract/initiator-only': business(422, (d) => given(d, '仅发起人可操作')),
  'contract/initiator-never-rejects': business(422, '发起人不可拒签，请使用撤回'),
  'contract/not-signable': business(409, (d) => given(d, '合同状态已变更，请刷新后重试')),
  'contract/not-downloadable': business(409, '合同签署完成后才能下载'),
  'contract/stale-draft': business(409, '草稿已在其他页面更新，请刷新后继续编辑'),
  'contract/incomplete': business(422, (d) => given(d, '合同信息不完整，请补充后再发送')),
  'contract/quota': business(402, '剩余发起签署份数不足，请购买套餐后再发送'),
  'contract/document-changed': business(409, '文件校验失败，已停止签署'),
  'file/not-found': business(404, '文件不存在或无权查看'),
  'file/too-large': business(422, (d) => `文件大小不能超过${d.megabytes ?? 20}MB`),
  'file/too-many': business(422, '单次最多上传10个文件'),
  'file/type': business(422, (d) => given(d, '仅支持 pdf、doc、docx、jpg、jpeg、png 格式')),
  'file/encrypted': business(422, '文件已加密，请解除密码后重新上传'),
  'file/wrong-password': business(422, '文件密码不正确，请重新输入'),
  'file/conversion': business(422, (d) => given(d, '文件转换失败，请另存为PDF后重试')),
  'file/damaged': business(422, (d) => given(d, '文件已损坏或无法解析')),
  'file/too-complex': business(422, (d) => given(d, '文件内容过于复杂，无法处理，请另存为PDF后重新上传')),
  'file/dynamic-form': business(422, (d) => given(d, '文件为动态表单（XFA），请打印为PDF后重新上传')),
  'file/certified': business(422, (d) => given(d, '文件已被其他平台认证锁定，不能再追加签署，请上传未认证的原文件')),
  'seal/not-found': business(404, '印章不存在或无权使用'),
  'seal/name-taken': business(422, '印章名称已存在'),
  'signature/not-found': business(404, '签署记录不存在或无权操作'),
  'field/invalid': business(422, (d) => given(d, '填写内容不正确，请检查后重试')),
}
