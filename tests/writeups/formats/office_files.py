"""Small Word and OpenDocument files for tests, written as XML."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SPACES = (
    f'xmlns:w="{W}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
    ' xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:v="urn:schemas-microsoft-com:vml"'
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
RELS = (
    f'<Relationships xmlns="{PACKAGE}"><Relationship Id="rId1" Type="{OFFICE}/officeDocument"'
    ' Target="word/document.xml"/></Relationships>'
)
ODF = (
    "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
        for name, space in (
            *(("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("draw", "drawing")),
            *(("fo", "xsl-fo-compatible"),),
        )
    )
    + ' xmlns:xlink="http://www.w3.org/1999/xlink"'
)


def zipped(files):
    """Return a zip with these files."""
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as package:
        for name, text in files.items():
            package.writestr(name, text)
    return data.getvalue()


def docx(body, **parts):
    """Return a Word document with this body; `styles=...` and the like are the contents of other parts."""
    names = {"styles": "styles", "numbering": "numbering", "footnotes": "footnotes"}
    others = {f"word/{names[key]}.xml": f"<w:{key} {SPACES}>{text}</w:{key}>" for key, text in parts.items()}
    main = f"<w:document {SPACES}><w:body>{body}</w:body></w:document>"
    return zipped({"_rels/.rels": RELS, "word/document.xml": main, **others})


def odt(body, automatic="", styles="", **others):
    """Return an OpenDocument text with this body and these automatic styles; `others` are further files."""
    content = (
        f"<office:document-content{ODF}><office:automatic-styles>{automatic}</office:automatic-styles>"
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
    named = f"<office:document-styles{ODF}><office:styles>{styles}</office:styles></office:document-styles>"
    return zipped({"content.xml": content, "styles.xml": named, **others})


def shown(id_):
    """Return the picture of Word that is referred to by an id."""
    return f'<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1"/><a:blip r:embed="{id_}"/></wp:inline></w:drawing></w:r></w:p>'


def with_pictures(body, *pictures):
    """Return a Word document with pictures, each its contents; the body refers to them as `r1`, `r2`."""
    names = [f"media/image{number}.jpeg" for number in range(1, len(pictures) + 1)]
    links = "".join(f'<Relationship Id="r{n}" Target="{name}"/>' for n, name in enumerate(names, 1))
    return zipped(
        {
            "_rels/.rels": RELS,
            "word/document.xml": f"<w:document {SPACES}><w:body>{body}</w:body></w:document>",
            "word/_rels/document.xml.rels": f"<Relationships>{links}</Relationships>",
            **{f"word/{name}": data for name, data in zip(names, pictures, strict=True)},
        }
    )


def p(text, properties=""):
    """Return a paragraph of Word with one run; `properties` are those of the run."""
    return f"<w:p>{r(text, properties)}</w:p>"


def r(text, properties=""):
    """Return a run of Word."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def m(text):
    """Return a run of an equation of Word."""
    return f"<m:r><m:t>{text}</m:t></m:r>"
