// Page translation moves each text node into elements of its own. React sets an element's only text through the element,
// which replaces the translation; a text beside other content is a node that React keeps: it changes where nobody sees it,
// and cannot be removed. So what stands beside other content is elements, as far as the file shows: written there,
// in a constant, returned by a function, or of a type without text (`Elements` of #ui/web/elements.ts).

/** Types without text, by name. */
const elementTypes = new Set(["Element", "Elements", "ReactElement"]);
/** What other files define, and holds elements. */
const elementNames = new Set(["icon", "reauthenticationDialog"]);
/** Functions of libraries that return elements. */
const elementFunctions = new Set(["cloneElement", "createElement"]);

const message =
  "Text stands alone in its element: page translation breaks text beside other content. Wrap it in <span>, write one sentence, or give what holds elements the type Elements.";

function definitionOf(name, at, context) {
  for (let scope = context.sourceCode.getScope(at); scope; scope = scope.upper) {
    const definition = scope.set.get(name)?.defs[0];
    if (definition) return definition.node;
  }
  return null;
}

/** The parameters of `node` where it is a function. */
function parametersOf(node) {
  return "params" in node && Array.isArray(node.params) ? node.params : [];
}

/** The type of the member `name` of a type, as far as the file shows. */
function memberType(type, name, context) {
  if (type?.type === "TSTypeReference" && type.typeName.type === "Identifier") {
    const declared = definitionOf(type.typeName.name, type, context);
    return declared?.type === "TSTypeAliasDeclaration"
      ? memberType(declared.typeAnnotation, name, context)
      : null;
  }
  if (type?.type === "TSIntersectionType") {
    const found = type.types.map((part) => memberType(part, name, context));
    return found.find((part) => part !== null) ?? null;
  }
  if (type?.type !== "TSTypeLiteral") return null;
  for (const member of type.members) {
    if (member.type !== "TSPropertySignature" || member.key.type !== "Identifier") continue;
    if (member.key.name === name) return member.typeAnnotation?.typeAnnotation ?? null;
  }
  return null;
}

function isElementType(type) {
  if (type === null) return false;
  if (type.type === "TSNullKeyword" || type.type === "TSUndefinedKeyword") return true;
  if (type.type === "TSUnionType") return type.types.every((part) => isElementType(part));
  if (type.type === "TSArrayType") return isElementType(type.elementType);
  if (type.type === "TSTypeOperator") return isElementType(type.typeAnnotation);
  if (type.type !== "TSTypeReference") return false;
  const { typeName } = type;
  const name =
    typeName.type === "TSQualifiedName" ? typeName.right.name : "name" in typeName && typeName.name;
  return elementTypes.has(String(name));
}

/** The type of a variable or of a member of one, as far as the file shows. */
function typeOf(node, context) {
  if (node.type === "ChainExpression") return typeOf(node.expression, context);
  if (node.type === "MemberExpression" && node.property.type === "Identifier")
    return memberType(typeOf(node.object, context), node.property.name, context);
  if (node.type !== "Identifier") return null;
  const definition = definitionOf(node.name, node, context);
  if (definition === null) return null;
  if (definition.type === "VariableDeclarator") {
    const { id, init } = definition;
    if (id.type === "ObjectPattern" && init)
      return memberType(typeOf(init, context), keyOf(id, node.name), context);
    return id.type === "Identifier" ? (id.typeAnnotation?.typeAnnotation ?? null) : null;
  }
  for (const parameter of parametersOf(definition)) {
    if (parameter.type === "Identifier" && parameter.name === node.name)
      return parameter.typeAnnotation?.typeAnnotation ?? null;
    if (parameter.type === "ObjectPattern" && keyOf(parameter, node.name) !== "")
      return memberType(
        parameter.typeAnnotation?.typeAnnotation ?? null,
        keyOf(parameter, node.name),
        context,
      );
  }
  return null;
}

/** The key under which an object pattern binds `name`. */
function keyOf(pattern, name) {
  for (const property of pattern.properties) {
    if (property.type !== "Property" || property.key.type !== "Identifier") continue;
    const value =
      property.value.type === "AssignmentPattern" ? property.value.left : property.value;
    if (value.type === "Identifier" && value.name === name) return property.key.name;
  }
  return "";
}

/** What a function returns, without the functions inside it. */
function returnsOf(body) {
  if (body.type !== "BlockStatement") return [body];
  const found = [];
  const visit = (node) => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === "object" && node !== null && "type" in node) {
      const { type } = node;
      if (/Function|Expression$/.test(type)) return;
      if (type === "ReturnStatement") found.push(node.argument);
      else for (const [key, value] of Object.entries(node)) if (key !== "parent") visit(value);
    }
  };
  visit(body);
  return found;
}

/** Functions whose returns are being looked at, as one may call itself. */
const visited = new Set();

function returnsElements(node, context) {
  if (node?.type === "VariableDeclarator") return returnsElements(node.init, context);
  if (node?.type !== "ArrowFunctionExpression" && node?.type !== "FunctionDeclaration")
    return false;
  if (node.returnType) return isElementType(node.returnType.typeAnnotation);
  if (node.body === null || visited.has(node)) return node.body !== null;
  visited.add(node);
  const areElements = returnsOf(node.body).every((one) => isElements(one, context));
  visited.delete(node);
  return areElements;
}

/** Whether a call returns elements: of a list's `map`, of a function of the file, or of one that was passed. */
function callsElements(call, context) {
  const { callee } = call;
  if (callee.type === "Identifier") {
    if (elementFunctions.has(callee.name)) return true;
    const definition = definitionOf(callee.name, callee, context);
    if (returnsElements(definition, context)) return true;
  }
  if (callee.type === "MemberExpression" && callee.property.type === "Identifier") {
    const [first] = call.arguments;
    if (/^(?:flatMap|map)$/.test(callee.property.name) && first) {
      const mapped = first.type === "Identifier" ? definitionOf(first.name, first, context) : first;
      return returnsElements(mapped, context);
    }
  }
  const type = typeOf(callee, context);
  return type?.type === "TSFunctionType" && isElementType(type.returnType?.typeAnnotation ?? null);
}

function hasElementName(node) {
  return node.type === "Identifier" && elementNames.has(node.name);
}

/** Whether the value is elements or nothing. */
function isElements(node, context) {
  switch (node?.type) {
    case undefined:
    case "JSXElement":
    case "JSXFragment":
      return true;
    case "Literal":
      return node.value === null || typeof node.value === "boolean";
    case "ConditionalExpression":
      return isElements(node.consequent, context) && isElements(node.alternate, context);
    case "LogicalExpression":
      return (
        isElements(node.right, context) &&
        (node.operator === "&&" || isElements(node.left, context))
      );
    case "ParenthesizedExpression":
    case "TSNonNullExpression":
    case "ChainExpression":
      return isElements(node.expression, context);
    case "ArrayExpression":
      return node.elements.every((one) => isElements(one, context));
    case "CallExpression":
      return callsElements(node, context);
    case "Identifier": {
      if (
        node.name === "undefined" ||
        elementNames.has(node.name) ||
        isElementType(typeOf(node, context))
      )
        return true;
      const definition = definitionOf(node.name, node, context);
      return (
        definition?.type === "VariableDeclarator" &&
        definition.id.type === "Identifier" &&
        definition.init !== null &&
        isElements(definition.init, context)
      );
    }
    case "MemberExpression":
      return hasElementName(node.property) || isElementType(typeOf(node, context));
    default:
      return false;
  }
}

/** Whether a child draws nothing but a blank, which translations leave. */
function isBlank(child) {
  if (child.type === "JSXText") return child.value.trim() === "";
  if (child.type !== "JSXExpressionContainer") return false;
  const { expression } = child;
  if (expression.type === "CallExpression")
    return expression.callee.type === "Identifier" && expression.callee.name === "sentenceGap";
  return (
    expression.type === "JSXEmptyExpression" ||
    (expression.type === "Literal" && expression.value === " ")
  );
}

/** Whether a child is the layout of the source or a comment. */
function drawsNothing(child) {
  if (child.type === "JSXText") return child.value.trim() === "" && child.value.includes("\n");
  return child.type === "JSXExpressionContainer" && child.expression.type === "JSXEmptyExpression";
}

function check(parent, context) {
  const children = parent.children.filter((child) => !isBlank(child));
  const isAlone = parent.children.every((child) => child === children[0] || drawsNothing(child));
  if (isAlone && parent.type === "JSXElement") return;
  for (const child of children) {
    const value = child.type === "JSXExpressionContainer" ? child.expression : child;
    if (!isElements(value, context)) context.report({ node: child, message });
  }
}

/** A component draws elements: a text that it returns stands beside what is around the component. */
function checkComponent(node, context) {
  if (!/^[A-Z]/.test(node.id?.name ?? "") || node.body === null) return;
  if (node.returnType && isElementType(node.returnType.typeAnnotation)) return;
  for (const returned of returnsOf(node.body))
    if (returned !== null && !isElements(returned, context))
      context.report({ node: returned, message });
}

export default {
  meta: { name: "screens" },
  rules: {
    "lone-text": {
      create: (context) => ({
        JSXElement: (node) => check(node, context),
        JSXFragment: (node) => check(node, context),
        FunctionDeclaration: (node) => checkComponent(node, context),
      }),
    },
  },
};
