import ts from 'typescript';

/**
 * Finds the messages that `defineMessages` declares, for `lingui extract`, whose own extractor knows only its macros.
 * @type {import('@lingui/conf').ExtractorType}
 */
export const declaredMessages = {
  match: (filename) => !/(^|\/)web\/src\/|\.spec\.ts$/.test(filename),
  extract(filename, code, onMessage) {
    if (!code.includes('defineMessages(')) return;
    const source = ts.createSourceFile(filename, code, ts.ScriptTarget.Latest, true);
    /** @param {ts.Node} node */
    const visit = (node) => {
      if (ts.isCallExpression(node) && node.expression.getText() === 'defineMessages') {
        const [prefix, texts] = node.arguments;
        if (!prefix || !ts.isStringLiteral(prefix) || !texts || !ts.isObjectLiteralExpression(texts))
          throw new Error(`${filename}: defineMessages takes a literal prefix and a literal object`);
        for (const property of texts.properties) {
          if (!ts.isPropertyAssignment(property))
            throw new Error(`${filename}: ${property.getText()} is no message`);
          const key = /** @type {ts.Identifier | ts.StringLiteral} */ (property.name).text;
          const { line } = source.getLineAndCharacterOfPosition(property.getStart());
          onMessage({
            id: `${prefix.text}.${key}`,
            message: textOf(property.initializer, filename),
            placeholders: {},
            origin: [filename, line + 1],
          });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  },
};

/**
 * The text of a literal, which may be joined of several with `+`.
 * @param {ts.Expression} node
 * @param {string} filename
 * @returns {string}
 */
function textOf(node, filename) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return textOf(node.left, filename) + textOf(node.right, filename);
  throw new Error(`${filename}: ${node.getText()} is no literal, so no catalogue can hold it`);
}
