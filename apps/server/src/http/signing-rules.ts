import { integrationScopes, integrationLimits, scopeLabels } from '@moqi/domain/integrations/integration-rules'
import { signatureAlgorithms, signedHeaders, signedWindowMs } from '@moqi/domain/integrations/signed-request'
import { keysOf } from '@moqi/domain/keys-of'
import { html, type Html } from './plain-page.ts'

const headers: readonly (readonly [name: string, meaning: string])[] = [
  [signedHeaders.appId, 'AppId'],
  [signedHeaders.algorithm, `${keysOf(signatureAlgorithms).join(' 或 ')}，缺省为前者`],
  [signedHeaders.timestamp, `毫秒时间戳，与服务器相差不超过${signedWindowMs / 60_000}分钟`],
  [signedHeaders.nonce, '16-64位字母、数字、- 或 _，每次请求（包括重试）都要换'],
  [signedHeaders.bodyHash, '请求体字节的 SHA-256（或 SM3）摘要的 base64；没有请求体时为空内容的摘要'],
  [signedHeaders.signature, '以密钥对待签字符串做 HMAC，再取 base64'],
]

/** How another system asks these calls by requests it signs (ADR 0036), as its developer reads it. */
export function signingRules(): Html {
  return html`<details class="card" id="signing">
    <summary>应用接入：以签名请求调用（企业管理员在“应用”中生成密钥）</summary>
    <p>
      标有“应用权限”的接口，应用可以用签名请求调用：方法与字段相同，地址为 <code>/openapi/v1/接口名</code>。
      应用以其经办人的名义行事，只限于勾选的权限，不能签署和用印。
    </p>
    <h2>请求头</h2>
    <div class="scroll">
      <table class="texts">
        ${headers.map(
          ([name, meaning]) =>
            html`<tr>
              <td><code>${name}</code></td>
              <td>${meaning}</td>
            </tr>`,
        )}
      </table>
    </div>
    <h2>待签字符串</h2>
    <p>
      以下八行以
      <code>\\n</code>
      连接，末尾没有换行：算法、方法（大写）、路径与查询串（与实际发送的完全一致，不含域名，不排序）、AppId、时间戳、Nonce、<code>Idempotency-Key</code>（没有时为空行）、请求体摘要。签名不正确时，<code
        >data.stringToSign</code
      >
      是服务器用于计算的字符串，逐行比较即可。
    </p>
    <h2>文件与限制</h2>
    <p>
      上传接口的请求体就是文件本身（不是 multipart），文件名等字段放在查询串中：<code
        >POST /openapi/v1/uploadFile?fileName=…</code
      >。每个应用每分钟至多${integrationLimits.callsPerMinute}次，余量见 <code>X-RateLimit-Remaining</code>，超过后按
      <code>Retry-After</code> 的秒数等待。回答中的 <code>requestId</code> 与“调用日志”中的请求编号相同。
    </p>
    <h2>应用权限</h2>
    <div class="scroll">
      <table class="texts">
        ${integrationScopes.map(
          (scope) =>
            html`<tr>
              <td>${scopeLabels[scope].title}</td>
              <td>${scopeLabels[scope].about}</td>
            </tr>`,
        )}
      </table>
    </div>
  </details>`
}
