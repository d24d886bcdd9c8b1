import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createIcon } from './lucide-icon.ts'

const Plus = createIcon({
  node: [
    ['path', { d: 'M5 12h14' }],
    ['path', { d: 'M12 5v14' }],
  ],
})

it('draws an icon in the size and colour that are asked for, hidden from readers', () => {
  const markup = renderToStaticMarkup(createElement(Plus, { size: 16, color: 'red', className: 'warm' }))
  expect(markup).toBe(
    '<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="red" stroke-width="2" stroke-linecap="round" ' +
      'stroke-linejoin="round" class="lucide warm" aria-hidden="true"><path d="M5 12h14"></path><path d="M12 5v14"></path></svg>',
  )
})

it('tells readers of an icon that has a name', () => {
  const markup = renderToStaticMarkup(createElement(Plus, { role: 'img', 'aria-label': '新增' }))
  expect(markup).toContain('role="img" aria-label="新增"')
  expect(markup).not.toContain('aria-hidden')
})
