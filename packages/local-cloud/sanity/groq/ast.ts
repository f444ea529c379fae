/** The nodes of groq-js's syntax tree. groq-js 2.0.0 ships these types in a file that TypeScript doesn't find. */
export type Expr =
  | { type: 'Everything' }
  | { type: 'This' }
  | { type: 'Parent'; n: number }
  | { type: 'Value'; value: unknown }
  | { type: 'Parameter'; name: string }
  | { type: 'Context'; key: string }
  | { type: 'AccessAttribute'; base?: Expr; name: string }
  | { type: 'AccessElement'; base: Expr; index: number }
  | Slice
  | Filter
  | { type: 'Projection'; base: Expr; expr: Expr }
  | { type: 'Map'; base: Expr; expr: Expr }
  | { type: 'FlatMap'; base: Expr; expr: Expr }
  | { type: 'ArrayCoerce'; base: Expr }
  | { type: 'Deref'; base: Expr }
  | { type: 'Object'; attributes: ObjectAttribute[] }
  | { type: 'Array'; elements: { value: Expr; isSplat: boolean }[] }
  | { type: 'Tuple'; members: Expr[] }
  | { type: 'OpCall'; op: string; left: Expr; right: Expr }
  | { type: 'And'; left: Expr; right: Expr }
  | { type: 'Or'; left: Expr; right: Expr }
  | { type: 'Not'; base: Expr }
  | { type: 'Neg'; base: Expr }
  | { type: 'Pos'; base: Expr }
  | { type: 'Asc'; base: Expr }
  | { type: 'Desc'; base: Expr }
  | { type: 'Group'; base: Expr }
  | FuncCall
  | { type: 'PipeFuncCall'; base: Expr; name: string; args: Expr[] }
  | { type: 'Select'; alternatives: { condition: Expr; value: Expr }[]; fallback?: Expr }
  | { type: 'InRange'; base: Expr; left: Expr; right: Expr; isInclusive: boolean }
  | { type: 'SelectorFuncCall'; name: string; arg: Expr }
  | { type: 'SelectorNested'; base: Expr; nested: Expr }

export type Filter = { type: 'Filter'; base: Expr; expr: Expr }
/** `base[left..right]`, or `base[left...right]`, which excludes `right`. */
export type Slice = { type: 'Slice'; base: Expr; left: number; right: number; isInclusive: boolean }
export type FuncCall = { type: 'FuncCall'; namespace: string; name: string; args: Expr[] }

/** An element between the braces of a projection. */
export type ObjectAttribute =
  | { type: 'ObjectAttributeValue'; name: string; value: Expr }
  | { type: 'ObjectConditionalSplat'; condition: Expr; value: Expr }
  | { type: 'ObjectSplat'; value: Expr }

/** The objects in a node: its child nodes, and parts that contain child nodes, such as a projection's attributes. */
export function getChildren(node: object): Expr[] {
  const children: Expr[] = []
  for (const [key, value] of Object.entries(node)) {
    if (key === 'value' && 'type' in node && node.type === 'Value') continue
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item === 'object' && item !== null) children.push(item)
    }
  }
  return children
}
