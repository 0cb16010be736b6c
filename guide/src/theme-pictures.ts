interface Node {
  type: string
  name?: string
  title?: string | null
  attributes?: unknown[]
  children?: Node[]
}

const attribute = (name: string, value: string) => ({ type: 'mdxJsxAttribute', name, value })

/** A plugin of the Markdown reader: marks a picture with the theme that its title names, and loads it only when seen. */
export function themePictures() {
  return (tree: Node): void => {
    for (const node of pictures(tree)) {
      node.attributes?.push(attribute('loading', 'lazy'))
      if (node.title) node.attributes?.push(attribute('className', `picture picture-${node.title}`))
    }
  }
}

function pictures(node: Node): Node[] {
  return node.name === 'img' ? [node] : (node.children ?? []).flatMap(pictures)
}
