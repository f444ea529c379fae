type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text

/** An object in which every named field is null: the fields of Stripe's objects that this account never sets. */
export function nulls<const Names extends string>(names: Names): { [Name in Words<Names>]: null }
export function nulls(names: string) {
  return Object.fromEntries(names.split(' ').map((name) => [name, null]))
}
