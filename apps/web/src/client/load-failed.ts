/** Says in `root` that the page's files did not come, where nothing of the application is there to say it (X21). */
export function showLoadFailed(root: HTMLElement) {
  const text = document.createElement('p')
  text.textContent = '页面资源加载失败，请刷新重试'
  const reload = document.createElement('button')
  reload.textContent = '刷新'
  reload.addEventListener('click', () => location.reload())
  const page = document.createElement('main')
  page.className = 'load-failed'
  page.append(text, reload)
  root.replaceChildren(page)
}
