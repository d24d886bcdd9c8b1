import type { Call } from '@moqi/api/call'
import { refusalAnswers, sampleDetail } from '@moqi/api/refusal-answers'
import { z } from 'zod'
import { html, type Html } from './plain-page.ts'

/** A JSON Schema as far as a page shows it. */
const Shape = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  maxLength: z.number().optional(),
})
type Shape = z.infer<typeof Shape>

/** What the tables say beside names and types. */
export type TableWords = {
  readonly oneOf: string
  readonly noFields: string
  readonly field: string
  readonly type: string
  readonly required: string
  readonly yes: string
  readonly no: string
  readonly any: string
}

/** The words of tables in Chinese. */
export const chineseTables: TableWords = {
  oneOf: '以下之一：',
  noFields: '无字段',
  field: '字段',
  type: '类型',
  required: '必填',
  yes: '是',
  no: '否',
  any: '任意',
}

/** The fields of what a call is asked with, or answers. */
export function fieldTable(schema: z.ZodType, io: 'input' | 'output', words: TableWords): Html {
  const shape = Shape.parse(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  const choices = shape.anyOf ?? shape.oneOf
  if (choices)
    return html`<p>${words.oneOf}</p>
      ${choices.map((one) => html`<p><code>${typeName(one, words)}</code></p>`)}`
  const fields = Object.entries(shape.properties ?? {})
  if (fields.length === 0) return html`<p class="faint">${words.noFields}</p>`
  const required = new Set(shape.required)
  return html`<div class="scroll" tabindex="0">
    <table>
      <tr>
        <th>${words.field}</th>
        <th>${words.type}</th>
        <th>${words.required}</th>
      </tr>
      ${fields.map(
        ([field, kind]) =>
          html`<tr>
            <td><code>${field}</code></td>
            <td><code>${typeName(kind, words)}</code></td>
            <td>${required.has(field) ? words.yes : words.no}</td>
          </tr>`,
      )}
    </table>
  </div>`
}

function typeName(schema: unknown, words: TableWords): string {
  const parsed = Shape.safeParse(schema)
  if (!parsed.success) return words.any
  const shape = parsed.data
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (shape.anyOf) return shape.anyOf.map((one) => typeName(one, words)).join(' | ')
  if (shape.properties) return objectName(shape, words)
  if (shape.items !== undefined) return arrayName(typeName(shape.items, words))
  const plain = [shape.type ?? words.any].flat().join(' | ')
  return shape.maxLength === undefined ? plain : `${plain} ≤ ${shape.maxLength}`
}

const arrayName = (item: string) => (item.includes(' ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`)

function objectName({ properties, required }: Shape, words: TableWords): string {
  const needed = new Set(required)
  const fields = Object.entries(properties ?? {}).map(
    ([field, kind]) => `${field}${needed.has(field) ? '' : '?'}: ${typeName(kind, words)}`,
  )
  return `{ ${fields.join(', ')} }`
}

/** What a call may refuse with: code, reason, and the text that is sent. */
export const refusalTable = ({ refuses }: Pick<Call, 'refuses'>): Html =>
  html`<div class="scroll" tabindex="0">
    <table class="texts">
      <tr>
        <th>code</th>
        <th>reason</th>
        <th>message</th>
      </tr>
      ${refuses.map((reason) => {
        const { code, text } = refusalAnswers[reason]
        return html`<tr>
          <td>${code}</td>
          <td><code>${reason}</code></td>
          <td>${text(sampleDetail)}</td>
        </tr>`
      })}
    </table>
  </div>`
