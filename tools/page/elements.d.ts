// Which elements a page has, its template says, and tsc does not read templates: what is looked up in
// a page may be any element. Everything that a script makes itself is checked.

interface Document {
  getElementById(id: string): any;
}

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
